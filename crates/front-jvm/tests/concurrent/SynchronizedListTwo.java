// Each call is safe, two of them are not. Expected: the assertion fails.
import java.util.*;
public class SynchronizedListTwo {
    static final List<Integer> list = Collections.synchronizedList(new ArrayList<>());
    static void work() { if (!list.contains(1)) list.add(1); }
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(SynchronizedListTwo::work);
        t.start(); work(); t.join();
        assert list.size() == 1;
    }
}
