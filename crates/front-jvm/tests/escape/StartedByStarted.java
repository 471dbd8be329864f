/** A thread that starts another one with what it was given. */
public class StartedByStarted {
    static class Box {
        int x;
    }

    static class Inner extends Thread {
        final Box box;

        Inner(Box box) {
            this.box = box;
        }

        public void run() {
            box.x++;
        }
    }

    static class Outer extends Thread {
        final Box box;

        Outer(Box box) {
            this.box = box;
        }

        public void run() {
            Inner inner = new Inner(box);
            inner.start();
            box.x++;
            try {
                inner.join();
            } catch (InterruptedException e) {
                return;
            }
            assert box.x == 2;
        }
    }

    public static void main(String[] args) {
        new Outer(new Box()).start();
    }
}
