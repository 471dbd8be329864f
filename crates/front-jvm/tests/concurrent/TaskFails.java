// A task that throws. Expected: an exception.
import java.util.concurrent.*;
public class TaskFails {
    public static void main(String[] args) throws Exception {
        FutureTask<Integer> task = new FutureTask<>(() -> Integer.parseInt("x"));
        new Thread(task).start();
        task.get();
    }
}
