import java.util.*;
import java.util.function.Supplier;
public class Singletons {
    static class Broken {
        private static Broken instance;
        static Broken getInstance() { if (instance == null) instance = new Broken(); return instance; }
    }
    static class Synced {
        private static Synced instance;
        static synchronized Synced getInstance() { if (instance == null) instance = new Synced(); return instance; }
    }
    static class Checked {
        private static volatile Checked instance;
        static Checked getInstance() {
            Checked local = instance;
            if (local == null) synchronized (Checked.class) { local = instance; if (local == null) instance = local = new Checked(); }
            return local;
        }
    }
    static class Holder {
        private static class H { static final Holder INSTANCE = new Holder(); }
        static Holder getInstance() { return H.INSTANCE; }
    }
    enum Constant { INSTANCE; int uses; }
    static <T> boolean same(Supplier<T> get) throws InterruptedException {
        Object[] seen = new Object[2];
        Thread[] ts = new Thread[2];
        for (int i = 0; i < 2; i++) { int n = i; ts[i] = new Thread(() -> seen[n] = get.get()); ts[i].start(); }
        for (Thread t : ts) t.join();
        return seen[0] == seen[1] && seen[0] != null;
    }
    public static void main(String[] args) throws Exception {
        assert same(Synced::getInstance) : "synced";
        assert same(Checked::getInstance) : "checked";
        assert same(Holder::getInstance) : "holder";
        assert same(() -> Constant.INSTANCE) : "enum";
        assert same(Broken::getInstance) : "broken";
    }
}
