import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;

// A copy of a list or set of java.util.concurrent has a lock and elements of its own. Expected: holds.
public class CopiedList {
    @SuppressWarnings("unchecked")
    public static void main(String[] args) throws InterruptedException {
        CopyOnWriteArrayList<Integer> list = new CopyOnWriteArrayList<>();
        list.add(1);
        CopyOnWriteArrayList<Integer> copy = (CopyOnWriteArrayList<Integer>) list.clone();
        Thread other = new Thread(() -> copy.add(2));
        other.start();
        list.add(3);
        other.join();
        assert list.get(1) == 3 && copy.get(1) == 2;
        ConcurrentSkipListSet<Integer> set = new ConcurrentSkipListSet<>(list);
        set.clone().remove(1);
        assert set.contains(1);
    }
}
