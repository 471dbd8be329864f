import java.io.IOException;
import java.net.Socket;

/** Stores a value until it is told that it is stored, and reads it until it gets an answer. */
public class Client {
    public static void main(String[] args) throws Exception {
        while (ask(5) != 1) {
            System.out.println("once more");
        }
        int value = ask(0);
        while (value < 0) {
            value = ask(0);
        }
        if (value != 5) {
            throw new AssertionError("stored 5, read " + value);
        }
        System.out.println("read " + value);
    }

    private static int ask(int request) throws InterruptedException {
        try (Socket primary = Net.connect(4016)) {
            primary.getOutputStream().write(request);
            return primary.getInputStream().read();
        } catch (IOException lost) {
            return -1;
        }
    }
}
