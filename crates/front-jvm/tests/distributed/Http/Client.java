import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.Socket;

/** Asks for a page. */
public class Client {
    public static void main(String[] args) throws Exception {
        try (Socket socket = Net.connect(4030)) {
            socket.getOutputStream().write(("GET " + args[0] + " HTTP/1.0\r\n\r\n").getBytes());
            BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream()));
            System.out.println(in.readLine());
        }
    }
}
