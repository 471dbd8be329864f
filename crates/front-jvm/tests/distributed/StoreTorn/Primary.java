import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;

/** Keeps one value in a file, which it writes before it answers: but a crash may leave the file empty. */
public class Primary {
    private static final Path FILE = Paths.get("/tmp/value");

    public static void main(String[] args) throws Exception {
        int value = Files.exists(FILE) ? Files.readAllBytes(FILE)[0] : 0;
        ServerSocket server = new ServerSocket(4017);
        while (true) {
            try (Socket client = server.accept()) {
                int asked = client.getInputStream().read();
                if (asked == 0) {
                    client.getOutputStream().write(value);
                } else if (asked > 0) {
                    value = asked;
                    Files.write(FILE, new byte[] {(byte) value});
                    client.getOutputStream().write(1);
                }
            } catch (IOException lost) {
                System.out.println("a client is lost");
            }
        }
    }
}
