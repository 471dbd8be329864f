/** Nineteen threads set two variables one after the other; the twentieth sees the first of them between the two writes. */
public class Reorder20 {
    static volatile int a;
    static volatile int b;

    static void set() {
        a = 1;
        b = -1;
    }

    static void check() {
        int first = a;
        int second = b;
        if (first == 1 && second == 0) {
            throw new IllegalStateException("a is set and b is not");
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[20];
        for (int i = 0; i < 20; i++) {
            threads[i] = i == 19 ? new Thread(Reorder20::check) : new Thread(Reorder20::set);
        }
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
