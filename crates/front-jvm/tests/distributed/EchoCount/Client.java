import java.net.Socket;

public class Client {
    public static void main(String[] args) throws Exception {
        try (Socket socket = Net.connect(4001)) {
            socket.getOutputStream().write(7);
            System.out.println("got " + socket.getInputStream().read());
        }
    }
}
