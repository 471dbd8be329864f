// Two threads pass messages in a ring through two bounded buffers. DHRR04 Fig. 3.
//
// Expected: holds. The threads never end.

public class BBDriver {
    public static void main(String[] args) {
        BoundedBuffer b1 = new BoundedBuffer(3);
        BoundedBuffer b2 = new BoundedBuffer(3);

        b1.add(new Object());
        b1.add(new Object());

        (new InOut(b1, b2)).start();
        (new InOut(b2, b1)).start();
    }
}

class InOut extends Thread {
    BoundedBuffer in;
    BoundedBuffer out;

    public InOut(BoundedBuffer in, BoundedBuffer out) {
        this.in = in;
        this.out = out;
    }

    public void run() {
        Object tmp;

        while (true) {
            tmp = in.take();
            out.add(tmp);
        }
    }
}

class BoundedBuffer {
    protected Object[] buffer;
    protected int bound;
    protected int head;
    protected int tail;

    public BoundedBuffer(int b) {
        bound = b;
        buffer = new Object[bound];
        head = 0;
        tail = bound - 1;
    }

    public synchronized void add(Object o) {
        while (tail == head) {
            try {
                wait();
            } catch (InterruptedException e) {
            }
        }
        buffer[head] = o;
        head = (head + 1) % bound;
        notifyAll();
    }

    public synchronized Object take() {
        while (head == ((tail + 1) % bound)) {
            try {
                wait();
            } catch (InterruptedException e) {
            }
        }
        tail = (tail + 1) % bound;
        notifyAll();
        return buffer[tail];
    }
}
