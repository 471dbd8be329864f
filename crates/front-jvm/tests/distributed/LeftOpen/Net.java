import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;

/** Connections to servers that may not be there yet. */
final class Net {
    private Net() {
    }

    static Socket connect(int port) throws IOException, InterruptedException {
        while (true) {
            try {
                return new Socket("localhost", port);
            } catch (ConnectException notYet) {
                Thread.sleep(20);
            }
        }
    }
}
