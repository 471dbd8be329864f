import commute.ByMethod;

/** A field that others access. */
public class NotPrivate {
    @ByMethod
    static class Cell {
        int value;

        synchronized void bump() { value++; }
    }

    static final Cell cell = new Cell();

    public static void main(String[] args) {
        Runnable task = () -> {
            cell.value = 2;
            throw new IllegalStateException(new String("x"));
        };
        new Thread(task).start();
        cell.bump();
    }
}
