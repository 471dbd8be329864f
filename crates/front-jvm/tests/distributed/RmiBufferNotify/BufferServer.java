import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.UnicastRemoteObject;

/** The same with notify: what it wakes may be another producer, that finds no place and wakes nobody. */
public class BufferServer implements Buffer {
    private int value;
    private boolean full;

    @Override
    public synchronized void put(int value) throws InterruptedException {
        while (full) {
            wait();
        }
        this.value = value;
        full = true;
        notify();
    }

    @Override
    public synchronized int take() throws InterruptedException {
        while (!full) {
            wait();
        }
        full = false;
        notify();
        return value;
    }

    static BufferServer buffer = new BufferServer();

    public static void main(String[] args) throws Exception {
        Registry registry = LocateRegistry.createRegistry(4104);
        registry.bind("buffer", UnicastRemoteObject.exportObject(buffer, 0));
    }
}
