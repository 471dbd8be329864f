/** A field of a handle, which its thread comes to by asking who it is, and the starter after the start. */
public class FieldOfHandle {
    static class Adder extends Thread {
        int x;

        public void run() {
            add();
        }
    }

    static void add() {
        ((Adder) Thread.currentThread()).x++;
    }

    public static void main(String[] args) throws InterruptedException {
        Adder adder = new Adder();
        adder.start();
        adder.x++;
        adder.join();
        assert adder.x == 2;
    }
}
