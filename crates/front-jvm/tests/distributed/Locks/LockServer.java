import java.net.ServerSocket;
import java.net.Socket;

/** Gives a lock to one client after the other, until it gives it back. */
public class LockServer {
    public static void main(String[] args) throws Exception {
        ServerSocket server = new ServerSocket(4008);
        while (true) {
            Socket client = server.accept();
            client.getOutputStream().write(1);
            client.getInputStream().read();
        }
    }
}
