import java.net.Socket;

public class Client {
    public static void main(String[] args) throws Exception {
        try (Socket socket = Net.connect(4040)) {
            socket.getOutputStream().write(new byte[] {1, 2, 3});
        }
    }
}
