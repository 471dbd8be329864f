// Expected: an error, for a text is declared as no thread.

import commute.*;

public class NoString {
    static Thread owner;
    static int number;
    static String text = "";
    @Exclusive("text == Thread.currentThread()") static int value;

    public static void main(String[] args) {
        owner = Thread.currentThread();
        number = text.length();
        value = number;
    }
}
