// A LongAdder. Expected: holds.
import java.util.concurrent.atomic.LongAdder;
public class Adder {
    static final LongAdder adder = new LongAdder();
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(adder::increment);
        t.start(); adder.add(2); t.join();
        assert adder.sum() == 3;
    }
}
