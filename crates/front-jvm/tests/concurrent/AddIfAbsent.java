// addIfAbsent is one operation. Expected: holds.
import java.util.concurrent.CopyOnWriteArrayList;
public class AddIfAbsent {
    static final CopyOnWriteArrayList<Integer> list = new CopyOnWriteArrayList<>();
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> list.addIfAbsent(1));
        t.start(); list.addIfAbsent(1); t.join();
        assert list.size() == 1;
    }
}
