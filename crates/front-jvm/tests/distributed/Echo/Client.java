import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;

/** Sends a byte and expects it back. */
public class Client {
    public static void main(String[] args) throws IOException {
        try (Socket socket = new Socket("localhost", Integer.parseInt(args[0]))) {
            int sent = Integer.parseInt(args[1]);
            socket.getOutputStream().write(sent);
            int answer = socket.getInputStream().read();
            if (answer != sent) {
                throw new AssertionError("sent " + sent + ", got " + answer);
            }
            System.out.println("echoed " + answer);
        } catch (ConnectException notYet) {
            System.out.println("no server");
        }
    }
}
