/** Three threads, each of which increments a shared variable six times without a lock. */
public class Racy {
    static int shared;
    public static void main(String[] args) {
        for (int i = 0; i < 3; i++) {
            new Thread(() -> { for (int k = 0; k < 6; k++) shared++; }).start();
        }
    }
}
