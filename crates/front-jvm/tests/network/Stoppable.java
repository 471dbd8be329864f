import java.io.*;
import java.net.*;

/** A server that is stopped by closing its socket while it may be waiting in accept. */
public class Stoppable implements Runnable {
    private final ServerSocket server;
    private volatile boolean stopped;

    Stoppable() throws IOException {
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
        stopped = true;
        server.close();
    }

    public static void main(String[] args) throws Exception {
        Stoppable server = new Stoppable();
        Thread thread = new Thread(server, "server");
        thread.start();
        try (Socket socket = new Socket("localhost", server.server.getLocalPort())) {
            server.stop();
        }
        thread.join();
    }
}
