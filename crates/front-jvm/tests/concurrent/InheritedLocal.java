// Inheritable thread locals are inherited. Expected: assertion.
public class InheritedLocal {
    static InheritableThreadLocal<Integer> v = new InheritableThreadLocal<>();
    public static void main(String[] args) throws Exception {
        v.set(7);
        Thread t = new Thread(() -> { assert v.get() == null; });
        t.start();
        t.join();
    }
}
