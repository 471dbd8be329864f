/** Threads made by a builder. */
public class PlatformBuilder {
    static boolean seen;

    public static void main(String[] args) throws InterruptedException {
        Thread thread = Thread.ofPlatform().name("worker").daemon(false).uncaughtExceptionHandler((t, e) -> seen = true)
            .start(() -> {
                throw new IllegalStateException();
            });
        thread.join();
        assert seen && thread.getName().equals("worker") && !thread.isVirtual();
    }
}
