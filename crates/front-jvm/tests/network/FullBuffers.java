import java.io.*;
import java.net.*;

/** Both sides write more than there is room for before they read. */
public class FullBuffers {
    private static void exchange(Socket socket) {
        try (socket) {
            socket.getOutputStream().write(new byte[100_000]);
            socket.getInputStream().readNBytes(100_000);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        try (ServerSocket server = new ServerSocket(0)) {
            Socket client = new Socket("localhost", server.getLocalPort());
            Socket socket = server.accept();
            new Thread(() -> exchange(client), "client").start();
            exchange(socket);
        }
    }
}
