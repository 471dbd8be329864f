// Whoever uses a class first initialises it.
public class InitCurrentThread {
    static class Owner {
        static final Thread BY = Thread.currentThread();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> System.out.print(Owner.BY == null));
        t.start();
        Thread by = Owner.BY;
        t.join();
        assert by == Thread.currentThread() : "the other thread was first";
    }
}
