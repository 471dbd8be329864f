// A half-built object leaks from its constructor: a reader may see the final field before it is set. Expected: the assertion fails.
public class LeakingConstructor {
    static LeakingConstructor shared;
    final int value;
    LeakingConstructor() { shared = this; value = 42; }
    public static void main(String[] args) {
        new Thread(() -> { LeakingConstructor seen = shared; assert seen == null || seen.value == 42; }).start();
        new LeakingConstructor();
    }
}
