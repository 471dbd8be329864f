// Two threads access a field that is said to be one thread's.
//
// Expected: a contradiction to what is said.

import commute.Unshared;

public class Shared {
    @Unshared static volatile int value;

    public static void main(String[] args) {
        new Thread(() -> value = 1).start();
        value = 2;
    }
}
