// Two threads move an element between two containers. DHRR04 Fig. 4.
//
// Expected: holds: there is one element, so only one thread at a time holds its container and wants the other. The threads
// never end.

public class WSLdom {
    public static void main(String[] args) {
        Container c1 = new Container();
        Container c2 = new Container();
        c1.put(new Element());
        (new Process(c1, c2)).start();
        (new Process(c2, c1)).start();
    }
}

class Process extends Thread {
    Container left;
    Container right;

    public Process(Container left, Container right) {
        this.left = left;
        this.right = right;
    }

    public void run() {
        while (true) {
            left.transfer(right);
        }
    }
}

class Container {
    private Element element;

    public void put(Element e) {
        element = e;
    }

    public synchronized void transfer(Container other) {
        while (element == null) {
            try {
                wait();
            } catch (InterruptedException ie) {
            }
        }
        element.x++;
        synchronized (other) {
            other.element = element;
            other.notify();
            element = null;
        }
    }
}

class Element {
    public byte x;
}
