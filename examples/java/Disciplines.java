// Two threads that move an element between two containers (DHRR04 Fig. 4) and count under a lock that does not refer to the
// counter (DHRR04 Fig. 6). WSL-dom knows the element, LD the counter, and only the two together (section 6.4) know both.
//
// Expected: holds.

public class Disciplines {
    public static void main(String[] args) {
        Container c1 = new Container();
        Container c2 = new Container();
        c1.put(new Element());
        Object sync = new Object();
        Counter counter = new Counter();
        (new Process(c1, c2, sync, counter)).start();
        (new Process(c2, c1, sync, counter)).start();
    }
}

class Process extends Thread {
    Container left;
    Container right;
    Object sync;
    Counter counter;

    Process(Container left, Container right, Object sync, Counter counter) {
        this.left = left;
        this.right = right;
        this.sync = sync;
        this.counter = counter;
    }

    public void run() {
        for (int round = 0; round < 3; round++) {
            left.transfer(right);
            synchronized (sync) {
                counter.n += 2;
                counter.n--;
            }
        }
    }
}

class Container {
    private Element element;

    void put(Element e) {
        element = e;
    }

    synchronized void transfer(Container other) {
        while (element == null) {
            try {
                wait();
            } catch (InterruptedException e) {
            }
        }
        element.x += 2;
        element.x--;
        synchronized (other) {
            other.element = element;
            other.notify();
            element = null;
        }
    }
}

class Element {
    int x;
}

class Counter {
    int n;
}
