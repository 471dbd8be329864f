import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.UnicastRemoteObject;

/** A buffer with one place, for producers and consumers of other processes. */
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
        notifyAll();
    }

    @Override
    public synchronized int take() throws InterruptedException {
        while (!full) {
            wait();
        }
        full = false;
        notifyAll();
        return value;
    }

    static BufferServer buffer = new BufferServer();

    public static void main(String[] args) throws Exception {
        Registry registry = LocateRegistry.createRegistry(4103);
        registry.bind("buffer", UnicastRemoteObject.exportObject(buffer, 0));
    }
}
