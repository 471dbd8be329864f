import java.net.Socket;

/** Writes to the primary, and then reads from the backup. */
public class Client {
    public static void main(String[] args) throws Exception {
        try (Socket primary = Net.connect(4003)) {
            primary.getOutputStream().write(5);
            if (primary.getInputStream().read() != 1) {
                throw new AssertionError("not stored");
            }
            try (Socket backup = Net.connect(4005)) {
                int value = backup.getInputStream().read();
                if (value != 5) {
                    throw new AssertionError("stored 5, read " + value);
                }
                System.out.println("read " + value);
            }
        }
    }
}
