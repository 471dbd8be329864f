// Ordinary thread locals are not inherited, nor inheritable ones if the constructor says so. Expected: holds.
public class InheritedNot {
    static final ThreadLocal<String> plain = new ThreadLocal<>();
    static final ThreadLocal<String> inherited = new InheritableThreadLocal<>();
    public static void main(String[] args) throws Exception {
        plain.set("a");
        inherited.set("b");
        Thread with = new Thread(() -> { assert plain.get() == null && inherited.get() == "b"; });
        Thread without = new Thread(null, () -> { assert inherited.get() == null; }, "without", 0, false);
        with.start();
        without.start();
        with.join();
        without.join();
    }
}
