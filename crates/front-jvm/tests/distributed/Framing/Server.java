import java.net.ServerSocket;
import java.net.Socket;

/** Reads a message of three bytes with a single read, which may return less. */
public class Server {
    public static void main(String[] args) throws Exception {
        try (ServerSocket server = new ServerSocket(4040); Socket client = server.accept()) {
            byte[] message = new byte[3];
            client.getInputStream().read(message);
            int sum = message[0] + message[1] + message[2];
            if (sum != 6) {
                throw new AssertionError("got " + sum);
            }
            System.out.println("got " + sum);
        }
    }
}
