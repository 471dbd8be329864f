// A parallel stream whose elements are added to a variable of all. Expected: the assertion fails.
import java.util.stream.*;
public class ParallelStream {
    static int sum;
    public static void main(String[] args) {
        IntStream.range(0, 2).parallel().forEach(i -> sum += i + 1);
        assert sum == 3;
    }
}
