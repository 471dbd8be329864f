import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;

/** Asks for one payment. */
public class Client {
    public static void main(String[] args) throws Exception {
        try (DatagramSocket socket = new DatagramSocket()) {
            socket.send(new DatagramPacket(new byte[] {1}, 1, InetAddress.getLoopbackAddress(), 4060));
        }
    }
}
