// A class that is said to lock itself, and does not.
//
// Expected: a contradiction to what is said.

import commute.SelfLocking;

public class SelfLocked {
    @SelfLocking static class Cell {
        volatile int value;
    }

    public static void main(String[] args) {
        Cell cell = new Cell();
        new Thread(() -> cell.value = 1).start();
        synchronized (cell) {
            cell.value = 2;
        }
    }
}
