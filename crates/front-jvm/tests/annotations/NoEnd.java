// Expected: an error, for something is left over.

import commute.*;

public class NoEnd {
    static Thread owner;
    static int number;
    static String text = "";
    @Exclusive("owner == Thread.currentThread() )") static int value;

    public static void main(String[] args) {
        owner = Thread.currentThread();
        number = text.length();
        value = number;
    }
}
