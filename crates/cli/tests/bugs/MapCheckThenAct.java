import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A concurrent map that is asked first and written to then. */
public class MapCheckThenAct {
    static final Map<String, Integer> COUNTS = new ConcurrentHashMap<>();

    static void count(String word) {
        Integer before = COUNTS.get(word);
        COUNTS.put(word, before == null ? 1 : before + 1);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread reader = new Thread(() -> count("to be"), "reader");
        reader.start();
        count("to be");
        reader.join();
        if (COUNTS.get("to be") != 2) {
            throw new AssertionError("counted " + COUNTS.get("to be"));
        }
    }
}
