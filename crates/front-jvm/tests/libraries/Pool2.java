import java.util.concurrent.atomic.AtomicInteger;
import org.apache.commons.pool2.*;
import org.apache.commons.pool2.impl.*;

class Pool2 {
    static class Thing { int used; volatile boolean busy; }

    static class Things extends BasePooledObjectFactory<Thing> {
        final AtomicInteger made = new AtomicInteger();
        @Override public Thing create() { made.incrementAndGet(); return new Thing(); }
        @Override public PooledObject<Thing> wrap(Thing thing) { return new DefaultPooledObject<>(thing); }
    }

    private static GenericObjectPool<Thing> pool(Things things, int most) {
        GenericObjectPoolConfig<Thing> config = new GenericObjectPoolConfig<>();
        config.setMaxTotal(most);
        config.setJmxEnabled(false);
        return new GenericObjectPool<>(things, config);
    }

    @Test void borrowAndReturn() throws Exception {
        Things things = new Things();
        GenericObjectPool<Thing> pool = pool(things, 2);
        Thing one = pool.borrowObject();
        pool.returnObject(one);
        assert pool.borrowObject() == one && things.made.get() == 1;
    }

    @Test void oneIsExclusive() throws Exception {
        GenericObjectPool<Thing> pool = pool(new Things(), 1);
        Threads.Body use = () -> {
            Thing thing = pool.borrowObject();
            assert !thing.busy;
            thing.busy = true;
            thing.used++;
            thing.busy = false;
            pool.returnObject(thing);
        };
        Threads.together(use, use);
        assert pool.borrowObject().used == 2;
    }

    @Test void softPool() throws Exception {
        SoftReferenceObjectPool<Thing> pool = new SoftReferenceObjectPool<>(new Things());
        Threads.Body use = () -> { Thing thing = pool.borrowObject(); thing.used++; pool.returnObject(thing); };
        Threads.together(use, use);
        assert pool.getNumActive() == 0;
    }

    /** What was given back is used on. */
    @Test void wrongUsedAfterReturn() throws Exception {
        GenericObjectPool<Thing> pool = pool(new Things(), 1);
        Threads.Body use = () -> { Thing thing = pool.borrowObject(); pool.returnObject(thing); thing.used++; };
        Threads.together(use, use);
    }

    /** Nobody gives back what the second one waits for. */
    @Test void wrongNotReturned() throws Exception {
        GenericObjectPool<Thing> pool = pool(new Things(), 1);
        Threads.Body use = pool::borrowObject;
        Threads.together(use, use);
    }
}
