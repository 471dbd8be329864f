import java.io.*;
import java.net.*;

/** Reads with a time limit, again and again until something comes. */
public class Patient {
    private static int read(InputStream in) throws IOException {
        while (true) {
            try {
                return in.read();
            } catch (SocketTimeoutException e) {
                // Not yet.
            }
        }
    }

    private static void serve(ServerSocket server) {
        try (Socket socket = server.accept()) {
            socket.getOutputStream().write(5);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        try (ServerSocket server = new ServerSocket(0)) {
            Thread thread = new Thread(() -> serve(server), "server");
            thread.start();
            try (Socket socket = new Socket("localhost", server.getLocalPort())) {
                socket.setSoTimeout(1000);
                int number = read(socket.getInputStream());
                if (number != 5) {
                    throw new AssertionError(number);
                }
            }
            thread.join();
        }
    }
}
