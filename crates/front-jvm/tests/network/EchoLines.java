import java.io.*;
import java.net.*;
import java.util.concurrent.atomic.AtomicInteger;

/** Lines of text there and back. */
public class EchoLines {
    private final AtomicInteger answered = new AtomicInteger();

    private void serve(Socket socket) {
        try (socket;
             BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream()));
             PrintWriter out = new PrintWriter(socket.getOutputStream(), true)) {
            String line;
            while ((line = in.readLine()) != null) {
                answered.incrementAndGet();
                out.println("echo " + line);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void acceptOne(ServerSocket server) {
        try {
            Socket socket = server.accept();
            new Thread(() -> serve(socket)).start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void ask(int port, String text) {
        try (Socket socket = new Socket("localhost", port);
             BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream()));
             PrintWriter out = new PrintWriter(socket.getOutputStream(), true)) {
            out.println(text);
            String answer = in.readLine();
            if (!("echo " + text).equals(answer)) {
                throw new AssertionError(answer);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        EchoLines echo = new EchoLines();
        try (ServerSocket server = new ServerSocket(0)) {
            Thread acceptor = new Thread(() -> echo.acceptOne(server));
            acceptor.start();
            ask(server.getLocalPort(), "one");
            acceptor.join();
        }
        if (echo.answered.get() != 1) {
            throw new AssertionError(echo.answered.get());
        }
    }
}
