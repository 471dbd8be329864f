// A task and its result. Expected: holds.
import java.util.concurrent.*;
public class TaskResult {
    public static void main(String[] args) throws Exception {
        FutureTask<Integer> task = new FutureTask<>(() -> 6 * 7);
        new Thread(task).start();
        assert task.get() == 42;
    }
}
