// With a stamp it does not matter that the value comes back. Expected: holds.
import java.util.concurrent.atomic.AtomicStampedReference;
public class StampedReference {
    static final AtomicStampedReference<String> ref = new AtomicStampedReference<>("a", 0);
    public static void main(String[] args) throws InterruptedException {
        boolean[] swapped = new boolean[1];
        int[] stamp = new int[1];
        String seen = ref.get(stamp);
        Thread t = new Thread(() -> { ref.set("b", 1); ref.set("a", 2); });
        t.start();
        swapped[0] = ref.compareAndSet(seen, "c", stamp[0], 9);
        t.join();
        assert !swapped[0] || ref.getReference().equals("a") && ref.getStamp() == 2;
    }
}
