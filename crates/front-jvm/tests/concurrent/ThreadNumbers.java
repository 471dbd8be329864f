// Threads that have ended do not give their number and name to others. Expected: assertion.
public class ThreadNumbers {
    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> { }), u = new Thread(() -> { });
        t.start(); t.join(); u.start(); u.join();
        assert t.getId() == u.getId() && t.getName().equals(u.getName());
    }
}
