import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;

/** States, names, groups and locals of threads, what becomes of what they throw, and a timer. */
public class Threading {
    static final InheritableThreadLocal<String> INHERITED = new InheritableThreadLocal<>();
    static final ThreadLocal<Integer> LOCAL = ThreadLocal.withInitial(() -> 7);

    static void run(Thread thread) throws InterruptedException {
        thread.start();
        thread.join();
    }

    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(() -> { }, "worker");
        System.out.println(thread.getState());
        System.out.println(thread.getName() + thread.isDaemon() + thread.getPriority());
        run(thread);
        System.out.println(thread.getState());
        System.out.println(thread.isAlive());
        INHERITED.set("from main");
        LOCAL.set(8);
        run(new Thread(() -> System.out.println(INHERITED.get() + LOCAL.get())));
        System.out.println(LOCAL.get());
        ThreadGroup group = new ThreadGroup("g");
        run(new Thread(group, () -> System.out.println(Thread.currentThread().getThreadGroup().getName() + group.activeCount())));
        System.out.println(group.activeCount() + group.getParent().getName() + Thread.enumerate(new Thread[9]));
        Thread failing = new Thread(() -> {
            throw new IllegalStateException("lost");
        }, "failing");
        failing.setUncaughtExceptionHandler((who, thrown) -> System.out.println(who.getName() + thrown.getMessage()));
        run(failing);
        Thread.setDefaultUncaughtExceptionHandler((who, thrown) -> System.out.println(thrown));
        run(new Thread(() -> {
            throw new IllegalStateException("again");
        }));
        Timer timer = new Timer(true);
        CountDownLatch done = new CountDownLatch(1);
        timer.schedule(new TimerTask() {
            @Override
            public void run() {
                done.countDown();
            }
        }, 1);
        done.await();
        timer.cancel();
        System.out.println("timer");
    }
}
