import java.util.concurrent.*;
// A task may fork itself again from its own computation. Expected: holds.
public class TaskForksItself {
    static class Twice extends CountedCompleter<Void> {
        boolean second;
        public void compute() { if (!second) { second = true; fork(); } else tryComplete(); }
    }
    public static void main(String[] args) { new Twice().invoke(); }
}
