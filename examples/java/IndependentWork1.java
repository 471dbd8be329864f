// Two threads that each build a list and then increment its elements. After the description of DHRR04 Fig. 2(a); that the lists
// have ten nodes follows from the 22 objects of table 1.
//
// Expected: holds.

public class IndependentWork1 {
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

    public void run() {
        Node built = null;
        for (int i = 0; i < 10; i++) {
            built = new Node(built);
        }
        list = built;
        for (Node node = list; node != null; node = node.next) {
            node.x++;
        }
    }
}
