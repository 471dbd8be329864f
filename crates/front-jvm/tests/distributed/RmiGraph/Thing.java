import java.io.Serializable;

/** A thing below a class that is made anew wherever it comes. */
public class Thing extends Made implements Serializable {
    private static final long serialVersionUID = 1;

    enum Colour { RED, GREEN { } }

    Object left;
    Object right;
    transient Object lost = "kept at home";
    private final long number;
    private char letter = 'x';
    Colour colour = Colour.GREEN;

    Thing(long number) {
        this.number = number;
    }

    @Override
    public String toString() {
        return number + "" + letter + colour + lost + made + (colour == Colour.GREEN);
    }
}

class Made {
    int made = 7;

    Made() {
        made++;
    }
}
