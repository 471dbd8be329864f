import java.io.DataInputStream;
import java.net.Socket;

/** Asks once, and forgets to close its connection if the answer is not what it expects. */
public class Client {
    public static void main(String[] args) throws Exception {
        Socket socket = Net.connect(4052);
        int answer = new DataInputStream(socket.getInputStream()).readUnsignedByte();
        if (answer != 1) {
            System.out.println("unexpected: " + answer);
            return;
        }
        socket.close();
    }
}
