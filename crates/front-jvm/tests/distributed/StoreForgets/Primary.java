import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;

/** Keeps one value in a file, which it writes after it answers, and reads again when it starts again. */
public class Primary {
    private static final Path FILE = Paths.get("/tmp/value");

    public static void main(String[] args) throws Exception {
        int value = Files.exists(FILE) ? Files.readAllBytes(FILE)[0] : 0;
        ServerSocket server = new ServerSocket(4006);
        while (true) {
            try (Socket client = server.accept()) {
                int asked = client.getInputStream().read();
                if (asked == 0) {
                    client.getOutputStream().write(value);
                } else if (asked > 0) {
                    value = asked;
                    client.getOutputStream().write(1);
                    Files.write(FILE, new byte[] {(byte) value});
                }
            } catch (IOException lost) {
                System.out.println("a client is lost");
            }
        }
    }
}
