public class ByCaptured {
    interface Adds { void add(int k); }
    public static void main(String[] args) throws Exception {
        Object lock = new Object();
        Adds c = new Adds() {
            int n;
            public void add(int k) { synchronized (lock) { n += k; assert n >= k; } }
        };
        Thread t = new Thread(() -> c.add(1)), u = new Thread(() -> c.add(2));
        t.start(); u.start(); t.join(); u.join();

    }
}
