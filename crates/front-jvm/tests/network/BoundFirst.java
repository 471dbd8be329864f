import java.io.*;
import java.net.*;

/** The port is there before anybody connects. */
public class BoundFirst {
    private static void serve(ServerSocket server) {
        try (server; Socket socket = server.accept()) {
            socket.getOutputStream().write(7);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        ServerSocket server = new ServerSocket(0);
        new Thread(() -> serve(server), "server").start();
        try (Socket socket = new Socket("localhost", server.getLocalPort())) {
            if (socket.getInputStream().read() != 7) {
                throw new AssertionError();
            }
        }
    }
}
