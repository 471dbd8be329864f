import java.util.concurrent.*;
public class Swap {
    static String left, right;
    public static void main(String[] args) throws Exception {
        Exchanger<String> ex = new Exchanger<>();
        Thread t = new Thread(() -> {
            try { left = ex.exchange("from t"); } catch (InterruptedException e) { throw new RuntimeException(e); }
        });
        t.start();
        right = ex.exchange("from main");
        t.join();
        if (!left.equals("from main") || !right.equals("from t")) throw new AssertionError();
    }
}
