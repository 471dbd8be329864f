import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Makes calls, each in a thread of its own: Caller CLASSES CALLS prints for each call of the classes C0, C1, ... a line:
 * class, number, and what it came to, or that it blocks.
 */
public final class Caller {
    private static final int WORKERS = 4;
    /** A call that takes longer, in milliseconds, blocks. */
    private static final long LONG = 400;

    /** What the call of a thread has printed. */
    private static final ThreadLocal<OutputStream> PRINTED = ThreadLocal.withInitial(OutputStream::nullOutputStream);

    private Caller() { }

    private static final class Router extends OutputStream {
        @Override
        public void write(int b) throws IOException {
            PRINTED.get().write(b);
        }
    }

    /** One call. What blocks is asked again when everything else is over: it may only have been slow. */
    private static final class Call {
        final Thread thread;
        volatile String result = "nothing";

        Call(Method method) throws InterruptedException {
            ThreadGroup system = Thread.currentThread().getThreadGroup();
            for (; system.getParent() != null; system = system.getParent()) { }
            thread = new Thread(new ThreadGroup(system, "main"), () -> result = invoke(method), "main");
            thread.setDaemon(false);
            thread.start();
            thread.join(LONG);
        }

        private static String invoke(Method method) {
            ByteArrayOutputStream printed = new ByteArrayOutputStream();
            PRINTED.set(printed);
            try {
                method.invoke(null);
                return printed.toString(StandardCharsets.UTF_8);
            } catch (InvocationTargetException e) {
                return "fails " + e.getCause();
            } catch (IllegalAccessException e) {
                return "fails " + e;
            }
        }

        @Override
        public String toString() {
            return thread.isAlive() ? "blocks" : result;
        }
    }

    public static void main(String[] args) throws Exception {
        PrintStream out = System.out;
        System.setOut(new PrintStream(new Router(), true, StandardCharsets.UTF_8));
        int classes = Integer.parseInt(args[0]);
        int calls = Integer.parseInt(args[1]);
        Call[] lines = new Call[classes * calls];
        AtomicInteger next = new AtomicInteger();
        Thread[] workers = new Thread[WORKERS];
        for (int w = 0; w < WORKERS; w++) {
            workers[w] = new Thread(() -> {
                for (int n = next.getAndIncrement(); n < lines.length; n = next.getAndIncrement()) {
                    try {
                        Method method = Class.forName("C" + n / calls).getDeclaredMethod("c" + n % calls);
                        lines[n] = new Call(method);
                    } catch (ReflectiveOperationException e) {
                        lines[n] = null;
                    } catch (InterruptedException e) {
                        return;
                    }
                }
            });
            workers[w].start();
        }
        for (Thread worker : workers) {
            worker.join();
        }
        for (int n = 0; n < lines.length; n++) {
            if (lines[n] != null) {
                out.println("C" + n / calls + "\t" + n % calls + "\t" + lines[n].toString().replace("\n", "\\n"));
            }
        }
        out.flush();
        Runtime.getRuntime().halt(0);
    }
}
