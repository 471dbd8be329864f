import java.lang.reflect.Constructor;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/** Field updaters whose field only an execution shows, in a program in which members have other numbers than fields have words. */
public class Updated {
    static class Base {
        volatile int count;
        protected volatile String name = "b";
        volatile long big;
    }

    static class Sub extends Base {
        private Sub(int count) {
            this.count = count;
        }
    }

    public static void main(String[] args) throws Exception {
        Constructor<Sub> make = Sub.class.getDeclaredConstructor(int.class);
        make.setAccessible(true);
        Sub sub = make.newInstance(9);
        String[] names = {"count", "name", "big"};
        AtomicIntegerFieldUpdater<Base> counts = AtomicIntegerFieldUpdater.newUpdater(Base.class, names[0]);
        System.out.println(counts.incrementAndGet(sub));
        System.out.println(sub.count);
        var texts = AtomicReferenceFieldUpdater.newUpdater(Base.class, String.class, names[1]);
        System.out.println(texts.getAndSet(sub, "c"));
        System.out.println(sub.name);
        AtomicLongFieldUpdater<Base> longs = AtomicLongFieldUpdater.newUpdater(Base.class, names[2]);
        System.out.println(longs.addAndGet(sub, 1L << 40));
        System.out.println(sub.big);
        objectsOfOtherClasses(counts, texts, longs);
    }

    /** What generics would have stopped is stopped by the updater, named by constants or not. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    static void objectsOfOtherClasses(AtomicIntegerFieldUpdater counts, AtomicReferenceFieldUpdater texts, AtomicLongFieldUpdater longs) {
        AtomicLongFieldUpdater constant = AtomicLongFieldUpdater.newUpdater(Base.class, "big");
        AtomicReferenceFieldUpdater named = AtomicReferenceFieldUpdater.newUpdater(Base.class, String.class, "name");
        Base base = new Base();
        Runnable[] wrong = {
            () -> counts.get("text"), () -> longs.get(new int[3]), () -> constant.incrementAndGet(new Object()),
            () -> constant.get(null), () -> texts.set(base, 7), () -> named.compareAndSet(base, "b", new Object()),
            () -> named.get(new Updated()), () -> named.set(base, null),
        };
        for (Runnable call : wrong) {
            try {
                call.run();
                System.out.println("done " + base.name);
            } catch (RuntimeException e) {
                System.out.println(e + " " + base.name);
            }
        }
    }
}
