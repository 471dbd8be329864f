// A class is initialised once, and whoever else needs it waits; what its initialiser wrote is seen then.
public class InitOfTwo {
    static int begun;

    static class Slow {
        static int[] parts = new int[2];

        static {
            begun = begun + 1;
            parts[0] = 1;
            parts[1] = begun;
        }

        static int sum() {
            return parts[0] + parts[1];
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int[] seen = new int[1];
        Thread t = new Thread(() -> seen[0] = Slow.sum());
        t.start();
        int mine = Slow.sum();
        t.join();
        assert begun == 1 && mine == 2 && seen[0] == 2;
    }
}
