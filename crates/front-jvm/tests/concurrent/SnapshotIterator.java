// An iterator over a CopyOnWriteArrayList does not mind. Expected: holds.
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
public class SnapshotIterator {
    static final List<String> list = new CopyOnWriteArrayList<>(new String[] {"a", "b"});
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> list.add("c"));
        t.start();
        int n = 0;
        for (String s : list) n += s.length();
        t.join();
        assert (n == 2 || n == 3) && list.size() == 3;
    }
}
