import net.jcip.annotations.Immutable;

/** It is written when others can see it. */
@Immutable
public class Mutables {
    private int total;

    Mutables(int total) { this.total = total; }

    synchronized void add(int more) { total += more; }

    synchronized int get() { return total; }

    public static void main(String[] args) {
        Mutables it = new Mutables(1);
        new Thread(() -> it.add(1)).start();
        it.get();
    }
}
