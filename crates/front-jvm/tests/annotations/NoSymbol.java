// Expected: an error, for the sign is not known.

import commute.*;

public class NoSymbol {
    static Thread owner;
    static int number;
    static String text = "";
    @Exclusive("number ^ 1 == 2") static int value;

    public static void main(String[] args) {
        owner = Thread.currentThread();
        number = text.length();
        value = number;
    }
}
