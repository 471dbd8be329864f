// The same without the leak. Expected: holds.
public class SafeConstructor {
    static SafeConstructor shared;
    final int value;
    SafeConstructor() { value = 42; }
    public static void main(String[] args) {
        new Thread(() -> { SafeConstructor seen = shared; assert seen == null || seen.value == 42; }).start();
        shared = new SafeConstructor();
    }
}
