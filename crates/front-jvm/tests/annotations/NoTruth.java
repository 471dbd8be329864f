// Expected: an error, for a number is no truth value.

import commute.*;

public class NoTruth {
    static Thread owner;
    static int number;
    static String text = "";
    @Exclusive("owner == Thread.currentThread() && number") static int value;

    public static void main(String[] args) {
        owner = Thread.currentThread();
        number = text.length();
        value = number;
    }
}
