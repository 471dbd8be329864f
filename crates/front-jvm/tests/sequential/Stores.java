import java.util.*;

/** Stores into arrays and copies of arrays that fail, and what comes first; messages of exceptions of the machine. */
public class Stores {
    interface Try { void run() throws Exception; }

    static void say(Try what) {
        try {
            what.run();
            System.out.println("done");
        } catch (Exception e) {
            System.out.println(e.getClass().getName());
        }
    }

    static int zero;

    public static void main(String[] args) {
        Object[] texts = new String[2];
        Object[] null0 = null;
        int[] numbers = new int[2];
        say(() -> texts[0] = 1);
        say(() -> texts[2] = 1);
        say(() -> texts[-1] = 1);
        say(() -> texts[2] = "a");
        say(() -> null0[5] = 1);
        say(() -> System.arraycopy("a", 0, numbers, 0, 1));
        say(() -> System.arraycopy(numbers, 0, "a", 0, 1));
        say(() -> System.arraycopy("a", 0, "b", 0, 1));
        say(() -> System.arraycopy(null, 0, "b", 0, 1));
        say(() -> System.arraycopy("a", 0, null, 0, 1));
        say(() -> System.arraycopy(numbers, 0, new long[2], 0, 9));
        say(() -> System.arraycopy(numbers, 0, texts, -1, 9));
        say(() -> System.arraycopy(numbers, 1, numbers, 0, 9));
        say(() -> System.arraycopy(numbers, 0, numbers, 2, 0));
        say(() -> System.arraycopy(numbers, 0, numbers, 3, 0));
        say(() -> System.arraycopy(new Object[] { "x", 1 }, 0, texts, 0, 2));
        System.out.println(texts[0] + " " + texts[1]);
        say(() -> Arrays.fill(texts, 1));
        say(() -> Arrays.asList(texts).set(0, 1));
        say(() -> Arrays.setAll(texts, i -> i));
        say(() -> new LinkedList<Object>(List.of(1)).toArray(texts));
        say(() -> new ArrayList<Object>(List.of(1)).toArray(texts));
        say(() -> List.<Object>of(1, 2).stream().toArray(String[]::new));
        say(() -> List.<Object>of("a", "b").stream().toArray(String[]::new));
        System.out.println(int[][].class.getSimpleName() + " " + String[].class.getSimpleName() + " " + Try.class.getSimpleName());
        try {
            System.out.println(1 / zero);
        } catch (ArithmeticException e) {
            System.out.println(e + " " + new RuntimeException(e).getMessage());
        }
        try {
            new Object().notify();
        } catch (IllegalMonitorStateException e) {
            System.out.println(e);
        }
        try {
            new java.util.concurrent.locks.ReentrantLock().unlock();
        } catch (IllegalMonitorStateException e) {
            System.out.println(e);
        }
        System.out.println(String.format("%s %s|%5d|%-5s|%05d|%x|%b|%c", (Object[]) null));
        try {
            System.out.printf("before %d after %s%n", 1);
        } catch (MissingFormatArgumentException e) {
            System.out.println("|" + e.getMessage());
        }
    }
}
