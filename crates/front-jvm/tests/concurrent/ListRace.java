// Two threads add to an ArrayList without a lock. Expected: the assertion fails.
import java.util.ArrayList;
public class ListRace {
    static final ArrayList<String> list = new ArrayList<>(4);
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> list.add("a"));
        t.start(); list.add("b"); t.join();
        assert list.size() == 2;
    }
}
