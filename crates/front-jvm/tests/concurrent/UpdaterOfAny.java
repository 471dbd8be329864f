import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

// The field of an updater may be known only when the program runs. Expected: holds.
public class UpdaterOfAny {
    volatile int first;
    volatile int second;
    int plain;

    static AtomicIntegerFieldUpdater<UpdaterOfAny> of(String name) {
        return AtomicIntegerFieldUpdater.newUpdater(UpdaterOfAny.class, name);
    }

    public static void main(String[] args) throws InterruptedException {
        UpdaterOfAny object = new UpdaterOfAny();
        Thread other = new Thread(() -> {
            for (String name : new String[] {"first", "second"}) {
                of(name).incrementAndGet(object);
            }
        });
        other.start();
        of("second").addAndGet(object, 2);
        other.join();
        assert object.first == 1 && object.second == 3;
        for (String name : new String[] {"plain", "missing", null}) {
            try {
                of(name);
                throw new AssertionError();
            } catch (RuntimeException wrong) {
                assert name == "plain" == wrong instanceof IllegalArgumentException;
                assert name == "missing" == wrong.getCause() instanceof NoSuchFieldException;
            }
        }
    }
}
