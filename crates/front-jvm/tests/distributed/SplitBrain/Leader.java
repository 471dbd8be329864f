import java.net.ServerSocket;
import java.net.Socket;

/** Leads, and lets its deputy see that it is there. */
public class Leader {
    static volatile boolean leads;

    public static void main(String[] args) throws Exception {
        leads = true;
        try (ServerSocket server = new ServerSocket(4062); Socket deputy = server.accept()) {
            deputy.getInputStream().read();
        } finally {
            Thread.sleep(10);
            leads = false;
        }
    }
}
