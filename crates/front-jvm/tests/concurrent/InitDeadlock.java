// Two classes whose initialisers need each other, from two threads. Expected: deadlock.
public class InitDeadlock {
    static class A { static int x = 1; static int y = B.x + 1; }
    static class B { static int x = 1; static int y = A.x + 1; }
    public static void main(String[] args) {
        new Thread(() -> { int v = A.y; }).start();
        int v = B.y;
    }
}
