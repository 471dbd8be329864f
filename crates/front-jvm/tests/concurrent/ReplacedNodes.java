/** What an initialiser has made is replaced by something equal, dropped, and reached in another way. */
public class ReplacedNodes {
    static class Node {
        int value;

        Node(int value) {
            this.value = value;
        }
    }

    static final Node[] table = new Node[80];

    static {
        for (int i = 0; i < table.length; i++) {
            table[i] = new Node(i);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            table[3] = new Node(3);
            table[5] = null;
            table[6] = table[7];
        });
        other.start();
        table[3] = new Node(3);
        Node dropped = table[5];
        table[8] = null;
        other.join();
        assert table[3].value == 3 && table[6] == table[7] && (dropped == null || dropped.value == 5);
    }
}
