// As IndependentWork1, but the lists are built in the constructor, by the main thread. DHRR04 Fig. 2(b).
//
// Expected: holds.

public class IndependentWork2 {
    public static void main(String[] args) {
        (new Process()).start();
        (new Process()).start();
    }
}

class Node {
    int x;
    Node next;

    Node(Node next) {
        this.next = next;
    }
}

class Process extends Thread {
    Node list;

    Process() {
        Node built = null;
        for (int i = 0; i < 10; i++) {
            built = new Node(built);
        }
        list = built;
    }

    public void run() {
        for (Node node = list; node != null; node = node.next) {
            node.x++;
        }
    }
}
