import java.io.*;
import java.net.*;

/** Nobody waits until the server is up. */
public class ConnectsTooEarly {
    private static void serve() {
        try (ServerSocket server = new ServerSocket(4567); Socket socket = server.accept()) {
            socket.getOutputStream().write(7);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        new Thread(ConnectsTooEarly::serve, "server").start();
        try (Socket socket = new Socket("localhost", 4567)) {
            if (socket.getInputStream().read() != 7) {
                throw new AssertionError();
            }
        }
    }
}
