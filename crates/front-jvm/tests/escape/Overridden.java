/** A method that publishes its argument, called by an interface, of an object that comes out of an array. */
public class Overridden {
    static class Box {
        int x;
    }

    interface Action {
        void go(Box box);
    }

    static class Quiet implements Action {
        public void go(Box box) {
            box.x++;
        }
    }

    static class Loud extends Quiet {
        @Override
        public void go(Box box) {
            shared = box;
            super.go(box);
        }
    }

    static volatile Box shared;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            Box box = shared;
            if (box != null) {
                box.x++;
            }
        });
        other.start();
        Box box = new Box();
        Action[] actions = {new Quiet(), new Loud()};
        actions[args.length + 1].go(box);
        other.join();
        assert box.x == 1;
    }
}
