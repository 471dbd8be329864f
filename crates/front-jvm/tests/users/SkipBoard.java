import java.util.*;
import java.util.concurrent.*;
public class SkipBoard {
    public static void main(String[] args) throws Exception {
        ConcurrentNavigableMap<Integer, String> board = new ConcurrentSkipListMap<>(Comparator.reverseOrder());
        Thread a = new Thread(() -> board.put(10, "ann"));
        Thread b = new Thread(() -> board.merge(20, "bob", String::concat));
        a.start(); b.start(); a.join(); b.join();
        Map.Entry<Integer, String> top = board.firstEntry();
        if (!top.getValue().equals("bob") || board.size() != 2) throw new AssertionError(board.toString());
    }
}
