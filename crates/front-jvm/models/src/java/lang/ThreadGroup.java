package java.lang;

import commute.rt.Step;

/**
 * A group of threads as the checker has it: a name, a place in a tree, a few settings, and its threads in a program that asks for
 * them. Groups are not destroyed.
 */
public class ThreadGroup implements Thread.UncaughtExceptionHandler {
    private final ThreadGroup parent;
    private final String name;
    private int maxPriority;
    private boolean daemon;
    /** The group below it that was made last, and the one that its parent had before. */
    private ThreadGroup last;
    private ThreadGroup before;
    /** Who was started last. Ended threads stay in the list. */
    private Thread threads;
    /** The main thread, once it has started another one. */
    private static Thread main;

    /** The group of the main thread. */
    static final ThreadGroup MAIN = new ThreadGroup("main", new ThreadGroup("system", null));

    private ThreadGroup(String name, ThreadGroup parent) {
        this.parent = parent;
        this.name = name;
        maxPriority = Thread.MAX_PRIORITY;
        if (parent != null) {
            parent.last = this;
        }
    }

    public ThreadGroup(String name) {
        this(Thread.currentThread().getThreadGroup(), name);
    }

    public ThreadGroup(ThreadGroup parent, String name) {
        this.parent = checked(parent);
        this.name = name;
        maxPriority = parent.maxPriority;
        daemon = parent.daemon;
        Step.begin();
        before = parent.last;
        parent.last = this;
        Step.end();
    }

    static ThreadGroup of(ThreadGroup group) {
        return group == null ? MAIN : group;
    }

    /** In a step: a thread is started. The first one is started by the main thread, whose start nobody saw. */
    void add(Thread thread, Thread by) {
        if (main == null) {
            main = by;
            MAIN.threads = by;
        }
        thread.before = threads;
        threads = thread;
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

    public final void setMaxPriority(int priority) {
        if (priority >= Thread.MIN_PRIORITY && priority <= Thread.MAX_PRIORITY) {
            Step.begin();
            limit(parent == null ? priority : Math.min(priority, parent.maxPriority));
            Step.end();
        }
    }

    private void limit(int priority) {
        maxPriority = priority;
        for (ThreadGroup at = last; at != null; at = at.before) {
            at.limit(Math.min(priority, at.maxPriority));
        }
    }

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

    /** Refused: nobody destroys groups here. */
    public native boolean isDestroyed();

    public int activeCount() {
        Step.begin();
        int count = collect(null, 0, true);
        Step.end();
        return count;
    }

    public int enumerate(Thread[] list) {
        return enumerate(list, true);
    }

    public int enumerate(Thread[] list, boolean recurse) {
        if (list == null) {
            throw new NullPointerException();
        }
        Step.begin();
        int count = collect(list, 0, recurse);
        Step.end();
        return count;
    }

    /** In a step: threads that run go to a list, as far as that is long enough, from an index on. The index after them. */
    private int collect(Thread[] list, int at, boolean recurse) {
        if (main == null && this == MAIN) {
            at = put(list, at, Thread.currentThread());
        }
        for (Thread thread = threads; thread != null; thread = thread.before) {
            if (thread.isAlive()) {
                at = put(list, at, thread);
            }
        }
        for (ThreadGroup group = recurse ? last : null; group != null; group = group.before) {
            at = group.collect(list, at, true);
        }
        return at;
    }

    private static int put(Thread[] list, int at, Thread thread) {
        if (list == null) {
            return at + 1;
        }
        if (at == list.length) {
            return at;
        }
        list[at] = thread;
        return at + 1;
    }

    public int activeGroupCount() {
        Step.begin();
        int count = collectGroups(null, 0, true);
        Step.end();
        return count;
    }

    public int enumerate(ThreadGroup[] list) {
        return enumerate(list, true);
    }

    public int enumerate(ThreadGroup[] list, boolean recurse) {
        if (list == null) {
            throw new NullPointerException();
        }
        Step.begin();
        int count = collectGroups(list, 0, recurse);
        Step.end();
        return count;
    }

    /** In a step: the same for groups, those directly below first, in the order in which they were made. */
    private int collectGroups(ThreadGroup[] list, int at, boolean recurse) {
        at = collectBefore(list, at, last);
        for (ThreadGroup group = recurse ? last : null; group != null; group = group.before) {
            at = group.collectGroups(list, at, true);
        }
        return at;
    }

    private static int collectBefore(ThreadGroup[] list, int at, ThreadGroup group) {
        if (group == null) {
            return at;
        }
        at = collectBefore(list, at, group.before);
        if (list == null) {
            return at + 1;
        }
        if (at == list.length) {
            return at;
        }
        list[at] = group;
        return at + 1;
    }

    public final void interrupt() {
        Step.begin();
        interruptAll();
        Step.end();
    }

    private void interruptAll() {
        if (main == null && this == MAIN) {
            Thread.currentThread().interrupt();
        }
        for (Thread thread = threads; thread != null; thread = thread.before) {
            thread.interrupt();
        }
        for (ThreadGroup group = last; group != null; group = group.before) {
            group.interruptAll();
        }
    }

    /** Refused, as what follows. */
    public final native void stop();

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
