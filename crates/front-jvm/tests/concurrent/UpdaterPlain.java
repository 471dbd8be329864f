import java.util.concurrent.atomic.*;
// An updater of a field that is not volatile is refused. Expected: exception.
public class UpdaterPlain {
    int plain;
    public static void main(String[] args) {
        AtomicIntegerFieldUpdater<UpdaterPlain> u = AtomicIntegerFieldUpdater.newUpdater(UpdaterPlain.class, "plain");
        assert u.incrementAndGet(new UpdaterPlain()) == 1;
    }
}
