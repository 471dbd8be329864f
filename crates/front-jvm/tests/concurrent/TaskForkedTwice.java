import java.util.concurrent.*;
// A task that is forked twice runs once: the second time it has ended. Expected: holds.
public class TaskForkedTwice {
    static class Three extends RecursiveTask<Integer> {
        protected Integer compute() { return 3; }
    }
    public static void main(String[] args) {
        Three task = new Three();
        task.fork();
        assert task.join() == 3;
        task.fork();
        assert task.join() == 3 && task.getRawResult() == 3;
    }
}
