import java.io.*;
import java.net.*;

/** A read writes to an array that another thread looks at: nothing orders the two. */
public class SharedBuffer {
    public static void main(String[] args) throws Exception {
        byte[] buffer = new byte[2];
        try (ServerSocket server = new ServerSocket(0);
             Socket client = new Socket("localhost", server.getLocalPort());
             Socket socket = server.accept()) {
            client.getOutputStream().write(1);
            new Thread(() -> {
                if (buffer[0] > 1) {
                    throw new AssertionError();
                }
            }).start();
            socket.getInputStream().read(buffer);
        }
    }
}
