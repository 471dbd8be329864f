// Expected: an error, for there is no such field.

import commute.*;

public class NoSuchField {
    static Thread owner;
    static int number;
    static String text = "";
    @Exclusive("ownr == Thread.currentThread()") static int value;

    public static void main(String[] args) {
        owner = Thread.currentThread();
        number = text.length();
        value = number;
    }
}
