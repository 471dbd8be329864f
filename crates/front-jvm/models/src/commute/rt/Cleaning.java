package commute.rt;

import java.lang.ref.Cleaner;

/** What is to be done once, when an object is not needed any more: by hand, for no collector says so here. */
final class Cleaning implements Cleaner.Cleanable {
    private Runnable action;

    Cleaning(Runnable action) {
        this.action = action;
    }

    public void clean() {
        Runnable first;
        synchronized (this) {
            first = action;
            action = null;
        }
        if (first != null) {
            first.run();
        }
    }
}
