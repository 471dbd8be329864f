// An iterator sees that its list is changed. Expected: an exception.
import java.util.*;
public class IteratorRace {
    static final List<String> list = new ArrayList<>(List.of("a", "b"));
    public static void main(String[] args) {
        new Thread(() -> list.add("c")).start();
        int n = 0;
        for (String s : list) n += s.length();
    }
}
