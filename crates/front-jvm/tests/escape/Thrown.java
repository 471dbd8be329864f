/** An object that an exception carries to somebody who publishes it. */
public class Thrown {
    static class Box {
        int x;
    }

    static class Carrier extends RuntimeException {
        final Box box;

        Carrier(Box box) {
            super(null, null, false, false);
            this.box = box;
        }
    }

    static Box shared;

    static void fail(Box box) {
        throw new Carrier(box);
    }

    public static void main(String[] args) {
        new Thread(() -> {
            Box box = shared;
            if (box != null) {
                box.x = 1;
            }
        }).start();
        Box box = new Box();
        try {
            fail(box);
        } catch (Carrier carrier) {
            shared = carrier.box;
        }
        int first = box.x;
        assert first == box.x;
    }
}
