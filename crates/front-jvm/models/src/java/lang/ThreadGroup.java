package java.lang;

/**
 * A group of threads as the checker has it: a name, a place in a tree and a few settings. Which threads are in it no step may ask.
 */
public class ThreadGroup implements Thread.UncaughtExceptionHandler {
    private final ThreadGroup parent;
    private final String name;
    private int maxPriority;
    private boolean daemon;

    /** The group of the main thread. */
    static final ThreadGroup MAIN = new ThreadGroup("main", new ThreadGroup("system", null));

    private ThreadGroup(String name, ThreadGroup parent) {
        this.parent = parent;
        this.name = name;
        maxPriority = Thread.MAX_PRIORITY;
    }

    public ThreadGroup(String name) {
        this(Thread.currentThread().getThreadGroup(), name);
    }

    public ThreadGroup(ThreadGroup parent, String name) {
        this.parent = checked(parent);
        this.name = name;
        maxPriority = parent.maxPriority;
        daemon = parent.daemon;
    }

    /** A program that calls this has groups of its own. */
    private static ThreadGroup checked(ThreadGroup parent) {
        if (parent == null) {
            throw new NullPointerException();
        }
        return parent;
    }

    public final String getName() {
        return name;
    }

    public final ThreadGroup getParent() {
        return parent;
    }

    public final int getMaxPriority() {
        return maxPriority;
    }

    public final boolean isDaemon() {
        return daemon;
    }

    public final void setDaemon(boolean daemon) {
        this.daemon = daemon;
    }

    /** Refused: the groups below it would have to follow. */
    public final native void setMaxPriority(int priority);

    public final boolean parentOf(ThreadGroup other) {
        for (ThreadGroup at = other; at != null; at = at.parent) {
            if (at == this) {
                return true;
            }
        }
        return false;
    }

    public final void checkAccess() {
    }

    /** Refused, as what follows: which threads there are no step may ask. */
    public native boolean isDestroyed();

    public native int activeCount();

    public native int enumerate(Thread[] list);

    public native int enumerate(Thread[] list, boolean recurse);

    public native int activeGroupCount();

    public native int enumerate(ThreadGroup[] list);

    public native int enumerate(ThreadGroup[] list, boolean recurse);

    public final native void stop();

    public final native void interrupt();

    public final native void suspend();

    public final native void resume();

    public final native void destroy();

    public native void list();

    public native boolean allowThreadSuspension(boolean allowed);

    public void uncaughtException(Thread thread, Throwable thrown) {
        if (parent != null) {
            parent.uncaughtException(thread, thrown);
        } else {
            Thread.uncaughtInGroup(thread, thrown);
        }
    }

    public String toString() {
        return getClass().getName() + "[name=" + getName() + ",maxpri=" + maxPriority + "]";
    }
}
