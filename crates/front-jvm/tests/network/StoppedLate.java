import java.io.*;
import java.net.*;

/** The server sees that its socket is closed before it is told why. */
public class StoppedLate implements Runnable {
    private final ServerSocket server;
    private volatile boolean stopped;

    StoppedLate() throws IOException {
        server = new ServerSocket(0);
    }

    @Override
    public void run() {
        try {
            while (true) {
                server.accept().close();
            }
        } catch (SocketException e) {
            if (!stopped) {
                throw new UncheckedIOException(e);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void stop() throws IOException {
        server.close();
        stopped = true;
    }

    public static void main(String[] args) throws Exception {
        StoppedLate server = new StoppedLate();
        Thread thread = new Thread(server, "server");
        thread.start();
        try (Socket socket = new Socket("localhost", server.server.getLocalPort())) {
            server.stop();
        }
        thread.join();
    }
}
