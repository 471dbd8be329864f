import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;

/** Writes and reads itself in a way of its own; and of its kind there is one that is the usual one. */
public class Odd implements Serializable {
    private static final long serialVersionUID = 1;
    static final Odd USUAL = new Odd(0);

    private transient int number;
    Object other;

    Odd(int number) {
        this.number = number;
    }

    private void writeObject(ObjectOutputStream out) throws IOException {
        out.defaultWriteObject();
        out.writeInt(number + 1);
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        in.defaultReadObject();
        number = 10 * in.readInt();
    }

    private Object readResolve() {
        return number == 10 ? USUAL : this;
    }

    @Override
    public String toString() {
        return "odd " + number;
    }
}
