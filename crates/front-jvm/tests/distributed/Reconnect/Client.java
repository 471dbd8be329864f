import java.io.IOException;
import java.net.Socket;

/** Pays once, and tries again if the connection is lost: perhaps only the answer was. */
public class Client {
    public static void main(String[] args) throws Exception {
        int answer = pay();
        while (answer < 0) {
            answer = pay();
        }
        System.out.println("paid");
    }

    private static int pay() throws InterruptedException {
        try (Socket server = Net.connect(4050)) {
            server.getOutputStream().write(1);
            return server.getInputStream().read();
        } catch (IOException lost) {
            return -1;
        }
    }
}
