import java.io.Serializable;

/** Holds a remote object. */
public class Caller implements Serializable {
    private static final long serialVersionUID = 1;

    final Listener listener;

    Caller(Listener listener) {
        this.listener = listener;
    }
}
