import java.util.function.BooleanSupplier;
// A thread that was interrupted when it ended still is, whoever asks by a method reference. Expected: holds.
public class AsksByReference {
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> Thread.currentThread().interrupt());
        BooleanSupplier asked = t::isInterrupted;
        t.start();
        t.join();
        assert asked.getAsBoolean();
    }
}
