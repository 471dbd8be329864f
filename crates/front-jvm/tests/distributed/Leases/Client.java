import java.net.Socket;

/** Does something while it has the lock. */
public class Client {
    static volatile boolean inside;

    public static void main(String[] args) throws Exception {
        try (Socket lock = Net.connect(4008)) {
            lock.getInputStream().read();
            inside = true;
            System.out.println("inside");
            inside = false;
        }
    }
}
