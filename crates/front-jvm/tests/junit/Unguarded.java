import net.jcip.annotations.GuardedBy;

/** One of two methods forgets the lock. */
public class Unguarded {
    @GuardedBy("this") private int count;

    synchronized void add() { count++; }

    int get() { return count; }

    public static void main(String[] args) {
        Unguarded it = new Unguarded();
        new Thread(it::add).start();
        it.get();
    }
}
