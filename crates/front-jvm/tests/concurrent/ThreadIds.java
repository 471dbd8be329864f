import java.util.*;
// Ids are positive and all different, also those of threads that were never started. Expected: holds.
public class ThreadIds {
    public static void main(String[] args) throws Exception {
        Set<Long> ids = new HashSet<>();
        ids.add(Thread.currentThread().getId());
        for (int i = 0; i < 3; i++) {
            Thread t = new Thread(() -> { });
            long before = t.getId();
            if (i != 1) { t.start(); t.join(); }
            assert t.getId() == before && before > 0 && ids.add(before);
        }
    }
}
