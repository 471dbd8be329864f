import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardCopyOption;

/** Keeps one value in a file, which it writes after it answers, and reads again when it starts again. */
public class Primary {
    private static final Path FILE = Paths.get("/tmp/value");
    private static final Path NEXT = Paths.get("/tmp/next-value");

    public static void main(String[] args) throws Exception {
        int value = Files.exists(FILE) ? Files.readAllBytes(FILE)[0] : 0;
        ServerSocket server = new ServerSocket(4016);
        while (true) {
            try (Socket client = server.accept()) {
                int asked = client.getInputStream().read();
                if (asked == 0) {
                    client.getOutputStream().write(value);
                } else if (asked > 0) {
                    value = asked;
                    client.getOutputStream().write(1);
                    keep(value);
                }
            } catch (IOException lost) {
                System.out.println("a client is lost");
            }
        }
    }

    /** A file that is there is whole: it is written under another name. */
    private static void keep(int value) throws IOException {
        Files.write(NEXT, new byte[] {(byte) value});
        Files.move(NEXT, FILE, StandardCopyOption.ATOMIC_MOVE);
    }
}
