// A stream over a list. Expected: holds.
import java.util.*;
import java.util.stream.*;
public class StreamSum {
    static volatile int sum;
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> sum = List.of(1, 2, 3).stream().filter(x -> x > 1).mapToInt(x -> x).sum());
        t.start(); t.join();
        assert sum == 5;
    }
}
