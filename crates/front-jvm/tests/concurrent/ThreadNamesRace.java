// Threads that are made at the same time get numbers in any order. Expected: assertion.
public class ThreadNamesRace {
    static volatile String name;
    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> name = new Thread().getName(), "t");
        t.start();
        String mine = new Thread().getName();
        t.join();
        assert !mine.equals(name);
        assert mine.equals("Thread-0");
    }
}
