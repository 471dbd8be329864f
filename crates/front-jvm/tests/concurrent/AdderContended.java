// Two threads add at once, which the JDK does in cells of their own then. Expected: holds.
import java.util.concurrent.atomic.*;
public class AdderContended {
    static final LongAdder adder = new LongAdder();
    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> { adder.increment(); adder.increment(); });
        other.start();
        adder.add(2);
        adder.add(1);
        other.join();
        assert adder.sum() == 5;
    }
}
