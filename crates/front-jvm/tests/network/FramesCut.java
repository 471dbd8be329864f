import java.io.*;
import java.net.*;

/** A read need not fill its array. */
public class FramesCut {
    private static byte[] receive(InputStream in) throws IOException {
        byte[] message = new byte[in.read()];
        in.read(message);
        return message;
    }

    private static void serve(ServerSocket server) {
        try (Socket socket = server.accept()) {
            OutputStream out = socket.getOutputStream();
            out.write(new byte[] {3, 'a', 'b', 'c'});
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        try (ServerSocket server = new ServerSocket(0)) {
            Thread thread = new Thread(() -> serve(server), "server");
            thread.start();
            try (Socket socket = new Socket("localhost", server.getLocalPort())) {
                String message = new String(receive(socket.getInputStream()));
                if (!message.equals("abc")) {
                    throw new AssertionError(message);
                }
            }
            thread.join();
        }
    }
}
