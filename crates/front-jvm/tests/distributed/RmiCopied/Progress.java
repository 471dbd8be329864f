import java.io.Serializable;

/** Counts what is done, but where it was sent to: it is no remote object, so that a worker has a copy. */
public class Progress implements Serializable {
    private static final long serialVersionUID = 1;

    private int done;

    public synchronized void add() {
        done++;
    }

    public synchronized int done() {
        return done;
    }
}
