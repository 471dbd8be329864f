import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;

/** Keeps one value, and has a backup keep it too after it has answered. */
public class Primary {
    static int value;

    public static void main(String[] args) throws Exception {
        try (Socket backup = Net.connect(4004); ServerSocket server = new ServerSocket(4003)) {
            try (Socket client = server.accept()) {
                for (value = client.getInputStream().read(); value >= 0; value = client.getInputStream().read()) {
                    client.getOutputStream().write(1);
                    backup.getOutputStream().write(value);
                    if (backup.getInputStream().read() != 1) {
                        throw new IOException("the backup is lost");
                    }
                }
            }
        }
    }
}
