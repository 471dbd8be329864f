import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;

/** Adds one for each request. */
public class Server {
    static int paid;

    public static void main(String[] args) throws Exception {
        ServerSocket server = new ServerSocket(4050);
        while (true) {
            try (Socket client = server.accept()) {
                if (client.getInputStream().read() == 1) {
                    paid++;
                    client.getOutputStream().write(paid);
                }
            } catch (IOException lost) {
                System.out.println("a client is lost");
            }
        }
    }
}
