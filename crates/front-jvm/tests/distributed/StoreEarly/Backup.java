import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;

/** Keeps what the primary tells it, and tells whoever asks. */
public class Backup {
    private static volatile int value;

    public static void main(String[] args) throws Exception {
        try (ServerSocket server = new ServerSocket(4004); ServerSocket readers = new ServerSocket(4005)) {
            Thread tells = new Thread(() -> tell(readers));
            tells.start();
            try (Socket primary = server.accept()) {
                for (int next = primary.getInputStream().read(); next >= 0; next = primary.getInputStream().read()) {
                    value = next;
                    primary.getOutputStream().write(1);
                }
            }
            tells.join();
        }
    }

    private static void tell(ServerSocket readers) {
        try (Socket reader = readers.accept()) {
            reader.getOutputStream().write(value);
        } catch (IOException lost) {
            System.out.println("a reader is lost");
        }
    }
}
