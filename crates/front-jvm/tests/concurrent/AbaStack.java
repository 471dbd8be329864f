// A stack whose top comes back with another rest (ABA). Expected: the assertion fails.
import java.util.concurrent.atomic.AtomicReference;
public class AbaStack {
    static class Node { Node next; Node(Node next) { this.next = next; } }
    static final Node c = new Node(null), b = new Node(c), a = new Node(b);
    static final AtomicReference<Node> top = new AtomicReference<>(a);
    static Node pop() {
        Node old, next;
        do { old = top.get(); next = old.next; } while (!top.compareAndSet(old, next));
        return old;
    }
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(AbaStack::pop);
        t.start();
        pop(); pop();
        a.next = c;
        top.set(a);
        t.join();
        assert top.get() != b;
    }
}
