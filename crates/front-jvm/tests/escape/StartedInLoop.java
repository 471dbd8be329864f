/** Threads that a loop starts, by way of a method that makes them. */
public class StartedInLoop {
    static class Node {
        int x;
    }

    static class Adder extends Thread {
        Node node;

        public void run() {
            node.x++;
        }
    }

    static Adder adder(Node node) {
        Adder made = new Adder();
        made.node = node;
        return made;
    }

    public static void main(String[] args) throws InterruptedException {
        Node node = new Node();
        Adder[] adders = new Adder[2];
        for (int i = 0; i < 2; i++) {
            adders[i] = adder(node);
            adders[i].start();
        }
        for (Adder adder : adders) {
            adder.join();
        }
        assert node.x == 2;
    }
}
