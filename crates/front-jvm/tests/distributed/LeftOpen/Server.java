import java.net.ServerSocket;
import java.net.Socket;

/** Sends a number that another thread may not have counted up yet. */
public class Server {
    static volatile int count;

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> count++);
        other.start();
        try (ServerSocket server = new ServerSocket(4052); Socket client = server.accept()) {
            client.getOutputStream().write(count);
        }
        other.join();
    }
}
