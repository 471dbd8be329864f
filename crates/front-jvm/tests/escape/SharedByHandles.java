/** Two threads whose handles refer to one node. */
public class SharedByHandles {
    static class Node {
        int x;
    }

    static class Adder extends Thread {
        Node node;

        public void run() {
            node.x++;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Node node = new Node();
        Adder first = new Adder();
        Adder second = new Adder();
        first.node = node;
        second.node = node;
        first.start();
        second.start();
        first.join();
        second.join();
        assert node.x == 2;
    }
}
