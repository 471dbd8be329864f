// Instances of a class are said to be of one thread each, and are not.
//
// Expected: a contradiction to what is said.

import commute.Unshared;

public class Escaped {
    @Unshared static class Cell {
        volatile int value;
    }

    public static void main(String[] args) {
        Cell cell = new Cell();
        new Thread(() -> cell.value = 1).start();
        cell.value = 2;
    }
}
