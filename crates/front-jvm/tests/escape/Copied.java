import java.util.concurrent.atomic.AtomicReference;

/** What is published by copies of an array, in a reference that is accessed by its place. */
public class Copied {
    static class Box {
        int x;
    }

    public static void main(String[] args) {
        AtomicReference<Object[]> shared = new AtomicReference<>();
        new Thread(() -> {
            Object[] boxes = shared.getAndSet(null);
            if (boxes != null) {
                ((Box) boxes[0]).x = 1;
            }
        }).start();
        Box[] mine = {new Box()};
        Object[] copy = new Object[1];
        System.arraycopy(mine, 0, copy, 0, 1);
        shared.set(copy.clone());
        int first = mine[0].x;
        assert first == mine[0].x;
    }
}
