import java.util.concurrent.atomic.*;

/** Updaters of fields, on objects and with values that only raw types let through. */
public class Updaters {
    static class Cell {
        volatile int i;
        volatile long l;
        volatile String s;
    }

    static class Below extends Cell { }

    static void show(String what, Runnable action) {
        try {
            action.run();
            System.out.println(what + " done");
        } catch (RuntimeException e) {
            System.out.println(what + " " + e.getClass().getName() + " " + e.getMessage());
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    public static void main(String[] args) {
        AtomicIntegerFieldUpdater i = AtomicIntegerFieldUpdater.newUpdater(Cell.class, "i");
        AtomicLongFieldUpdater l = AtomicLongFieldUpdater.newUpdater(Cell.class, "l");
        AtomicReferenceFieldUpdater s = AtomicReferenceFieldUpdater.newUpdater(Cell.class, String.class, "s");
        Cell cell = new Cell();
        Object[] objects = { cell, new Below(), "text", new int[3], null };
        for (Object object : objects) {
            show("int", () -> System.out.println(i.incrementAndGet(object)));
            show("long", () -> System.out.println(l.getAndAdd(object, 5)));
            show("reference", () -> System.out.println(s.compareAndSet(object, null, "new")));
        }
        show("null", () -> s.set(cell, null));
        show("value", () -> s.set(cell, 7));
        System.out.println(cell.i + " " + cell.l + " " + cell.s);
    }
}
