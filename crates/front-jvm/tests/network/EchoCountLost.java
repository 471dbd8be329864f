import java.io.*;
import java.net.*;

/** Each client is served by a thread of its own, with a count that two of them may change at once. */
public class EchoCountLost {
    private volatile int answered;

    private void serve(Socket socket) {
        try (socket) {
            DataInputStream in = new DataInputStream(socket.getInputStream());
            int number = in.readByte();
            answered++;
            socket.getOutputStream().write(number);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        EchoCountLost echo = new EchoCountLost();
        try (ServerSocket server = new ServerSocket(0)) {
            for (int i = 0; i < 2; i++) {
                Socket client = new Socket("localhost", server.getLocalPort());
                client.getOutputStream().write(i);
            }
            Socket first = server.accept();
            Thread worker = new Thread(() -> echo.serve(first), "worker");
            worker.start();
            echo.serve(server.accept());
            worker.join();
        }
        if (echo.answered != 2) {
            throw new AssertionError(echo.answered);
        }
    }
}
