// What is made at one place is said to be one thread's, and is not. Others of the class are.

import commute.Unshared;

public class MadeUnshared {
    static class Cell {
        volatile int value;
    }

    public static void main(String[] args) throws InterruptedException {
        Cell cell = new @Unshared Cell();
        Cell other = new Cell();
        Thread thread = new Thread(() -> other.value = ++cell.value);
        thread.start();
        other.value = ++cell.value;
        thread.join();
    }
}
