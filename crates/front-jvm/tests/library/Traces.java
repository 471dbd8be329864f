import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Objects;

/** Stack traces: where throwables were made, what is printed of them, and where a thread stands. */
public class Traces {
    static class Own extends RuntimeException {
        Own(String message, Throwable cause) {
            super(message, cause);
        }
    }

    static class Traceless extends Exception {
        Traceless() {
            super("none", null, false, false);
        }
    }

    static class Late {
        static final Throwable MADE = new Throwable("late");

        static void touch() {
        }
    }

    interface Action {
        void run() throws Exception;
    }

    static void show(Throwable thrown) {
        // Piece by piece: what puts texts together takes most of the time.
        System.out.println(thrown.getMessage());
        for (StackTraceElement each : thrown.getStackTrace()) {
            System.out.print(each.getModuleName());
            System.out.print(' ');
            System.out.print(each.getClassName());
            System.out.print(' ');
            System.out.print(each.getMethodName());
            System.out.print(' ');
            System.out.print(each.getFileName());
            System.out.println(each.getLineNumber());
        }
    }

    static void shows(Action action) {
        try {
            action.run();
        } catch (Exception e) {
            show(e);
        }
    }

    static int divide(int a, int b) {
        return a / b;
    }

    static void deep(int depth) {
        if (depth == 0) {
            throw new Own("deep", null);
        }
        deep(depth - 1);
    }

    static void wrap() {
        try {
            deep(0);
        } catch (Own cause) {
            throw new Own("around", cause);
        }
    }

    static String caller() {
        return Thread.currentThread().getStackTrace()[2].getMethodName();
    }

    public static void main(String[] args) throws Exception {
        StackTraceElement first = new Throwable().getStackTrace()[0];
        System.out.println(first);
        System.out.println(first.isNativeMethod());
        int[] numbers = new int[1];
        String none = null;
        Object text = "text";
        shows(() -> divide(1, 0));
        shows(() -> numbers[divide(4, 2)]++);
        shows(() -> none.length());
        shows(() -> System.out.println((Integer) text));
        shows(() -> Objects.requireNonNull(none, "needed"));
        shows(() -> {
            throw new Traceless();
        });
        shows(() -> {
            Late.touch();
            show(Late.MADE);
        });
        System.out.println(caller());
        Throwable again = new Throwable("again");
        again.fillInStackTrace();
        again.setStackTrace(new StackTraceElement[] {new StackTraceElement("A", "b", "A.java", 7)});
        show(again);
        StringWriter written = new StringWriter();
        try {
            wrap();
        } catch (Own e) {
            e.addSuppressed(new Exception("beside"));
            e.printStackTrace(new PrintWriter(written, true));
        }
        System.out.print(written);
        Thread thread = new Thread(() -> show(new Exception("in a thread")));
        thread.start();
        thread.join();
        System.out.println(thread.getStackTrace().length);
        Thread.currentThread().interrupt();
        try {
            thread.join();
            synchronized (thread) {
                thread.wait();
            }
        } catch (InterruptedException e) {
            StackTraceElement[] all = e.getStackTrace();
            System.out.println(all[all.length - 1]);
        }
    }
}
