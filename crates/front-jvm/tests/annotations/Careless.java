// A thread accesses a field that is another's.
//
// Expected: a contradiction to what is said.

import commute.Exclusive;

public class Careless {
    static class Box {
        volatile Thread owner;
        @Exclusive("this.owner == Thread.currentThread()") volatile int value;
    }

    public static void main(String[] args) {
        Box box = new Box();
        Thread user = new Thread(() -> box.value = 1);
        box.owner = user;
        user.start();
        int seen = box.value;
    }
}
