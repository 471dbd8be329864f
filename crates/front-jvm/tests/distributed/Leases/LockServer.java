import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;

/** Gives a lock to one client after the other, until it gives it back or its lease is over. */
public class LockServer {
    public static void main(String[] args) throws Exception {
        ServerSocket server = new ServerSocket(4008);
        while (true) {
            Socket client = server.accept();
            client.getOutputStream().write(1);
            client.setSoTimeout(50);
            try {
                client.getInputStream().read();
            } catch (SocketTimeoutException expired) {
                System.out.println("a lease is over");
            }
        }
    }
}
