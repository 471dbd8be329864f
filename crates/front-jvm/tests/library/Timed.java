import java.util.concurrent.*;

public class Timed {
    static int runs;

    public static void main(String[] args) throws Exception {
        ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
        ScheduledFuture<?> often = timer.scheduleWithFixedDelay(() -> {
            if (++runs == 2) {
                throw new IllegalStateException();
            }
        }, 0, 1, TimeUnit.MILLISECONDS);
        try {
            often.get();
        } catch (ExecutionException e) {
            System.out.println(runs + " " + e.getCause().getClass() + " " + often.isDone());
        }
        ScheduledFuture<?> never = timer.schedule(() -> System.out.println("never"), 1, TimeUnit.DAYS);
        System.out.println(never.cancel(false) + " " + never.isCancelled() + " " + timer.shutdownNow().size());
    }
}
