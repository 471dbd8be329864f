import java.rmi.RemoteException;
import java.rmi.server.UnicastRemoteObject;

/** Publishes a value, and asks for it when it is told that there is one. */
public class Client implements Listener {
    private final Topic topic;
    private int seen;

    Client(Topic topic) {
        this.topic = topic;
    }

    @Override
    public void changed() throws RemoteException {
        int last = topic.last();
        synchronized (this) {
            seen = last;
        }
    }

    public static void main(String[] args) throws Exception {
        Topic topic = (Topic) Names.find("topic");
        Client client = new Client(topic);
        topic.subscribe((Listener) UnicastRemoteObject.exportObject(client, 0));
        topic.publish(7);
        synchronized (client) {
            System.out.println("seen " + client.seen);
            if (client.seen != 7) {
                throw new AssertionError("not told");
            }
        }
        UnicastRemoteObject.unexportObject(client, true);
    }
}
