// Expected: an error, for a number is no thread.

import commute.*;

public class NoThread {
    static Thread owner;
    static int number;
    static String text = "";
    @Exclusive("number == Thread.currentThread()") static int value;

    public static void main(String[] args) {
        owner = Thread.currentThread();
        number = text.length();
        value = number;
    }
}
