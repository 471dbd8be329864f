// The class of a lambda that only another thread makes, asked for by a cast.
public class LambdaOfAnother {
    static volatile Object made = "none yet";

    interface Task extends Runnable {
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> made = (Task) () -> { });
        t.start();
        Object seen = made;
        assert seen.getClass().cast(seen) == seen;
        t.join();
        assert Task.class.isInstance(seen) : "too early";
    }
}
