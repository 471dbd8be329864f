import java.util.concurrent.*;
// get of a task notices an interrupt while it waits; join does not. Expected: holds.
public class TaskGetInterrupted {
    public static void main(String[] args) throws Exception {
        Thread main = Thread.currentThread();
        ForkJoinTask<?> never = new RecursiveAction() { protected void compute() { } };
        Thread t = new Thread(main::interrupt);
        t.start();
        boolean thrown = false;
        try { never.get(); } catch (InterruptedException e) { thrown = true; }
        assert thrown && !Thread.interrupted();
        t.join();
    }
}
