import java.util.stream.IntStream;
// A parallel forEach comes to its end. Expected: assertion.
public class TaskForksItselfLoses {
    public static void main(String[] args) {
        IntStream.range(0, 3).parallel().forEach(i -> { });
        assert false;
    }
}
