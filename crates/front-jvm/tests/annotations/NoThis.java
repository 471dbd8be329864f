// Expected: an error, for a static field has no object.

import commute.*;

public class NoThis {
    static Thread owner;
    static int number;
    static String text = "";
    @Exclusive("Thread.holdsLock(this)") static int value;

    public static void main(String[] args) {
        owner = Thread.currentThread();
        number = text.length();
        value = number;
    }
}
