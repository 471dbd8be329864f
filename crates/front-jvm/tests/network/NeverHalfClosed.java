import java.io.*;
import java.net.*;

/** Both wait for the other: the server for the end of the request, the client for the answer. */
public class NeverHalfClosed {
    private static void serve(ServerSocket server) {
        try (Socket socket = server.accept()) {
            byte[] request = socket.getInputStream().readAllBytes();
            socket.getOutputStream().write(request.length);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        ServerSocket server = new ServerSocket(0);
        Thread thread = new Thread(() -> serve(server), "server");
        thread.start();
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.getLocalPort())) {
            OutputStream out = socket.getOutputStream();
            out.write(new byte[] {1, 2});
            out.write(3);
            int length = socket.getInputStream().read();
            if (length != 3 || socket.getInputStream().read() != -1) {
                throw new AssertionError(length);
            }
        }
        thread.join();
        server.close();
    }
}
