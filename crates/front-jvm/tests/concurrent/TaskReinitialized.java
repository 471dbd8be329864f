import java.util.concurrent.*;
// A task that has ended can be used again after reinitialize. Expected: holds.
public class TaskReinitialized {
    static class Count extends RecursiveAction {
        int runs;
        protected void compute() { runs++; }
    }
    public static void main(String[] args) {
        Count task = new Count();
        task.fork().join();
        task.reinitialize();
        assert !task.isDone();
        task.fork();
        task.join();
        task.reinitialize();
        task.invoke();
        assert task.runs == 3 && task.isCompletedNormally();
    }
}
