import java.io.*;
import java.net.*;
import java.util.concurrent.atomic.AtomicInteger;

/** Each client is served by a thread of its own, with a count of the questions that were answered. */
public class EchoServer {
    private final AtomicInteger answered = new AtomicInteger();

    private void serve(Socket socket) {
        try (socket) {
            DataInputStream in = new DataInputStream(socket.getInputStream());
            int number = in.readByte();
            answered.incrementAndGet();
            socket.getOutputStream().write(number);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void ask(int port, int number) {
        try (Socket socket = new Socket("localhost", port)) {
            socket.getOutputStream().write(number);
            int answer = socket.getInputStream().read();
            if (answer != number) {
                throw new AssertionError(answer);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        EchoServer echo = new EchoServer();
        try (ServerSocket server = new ServerSocket(0)) {
            int port = server.getLocalPort();
            new Thread(() -> ask(port, 1), "client").start();
            Socket first = server.accept();
            Thread worker = new Thread(() -> echo.serve(first), "worker");
            worker.start();
            new Thread(() -> ask(port, 2), "other client").start();
            echo.serve(server.accept());
            worker.join();
        }
        if (echo.answered.get() != 2) {
            throw new AssertionError(echo.answered.get());
        }
    }
}
