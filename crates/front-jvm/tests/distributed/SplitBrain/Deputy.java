import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;

/** Leads as soon as it does not see its leader any more. */
public class Deputy {
    static volatile boolean leads;

    public static void main(String[] args) throws Exception {
        try (Socket leader = connect()) {
            leader.getInputStream().read();
        } catch (IOException lost) {
            leads = true;
        }
    }

    private static Socket connect() throws IOException, InterruptedException {
        while (true) {
            try {
                return new Socket("localhost", 4062);
            } catch (ConnectException notYet) {
                Thread.sleep(20);
            }
        }
    }
}
