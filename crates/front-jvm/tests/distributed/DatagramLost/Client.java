import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;

/** Asks by a datagram, which may be lost. */
public class Client {
    public static void main(String[] args) throws Exception {
        try (DatagramSocket socket = new DatagramSocket()) {
            DatagramPacket answer = new DatagramPacket(new byte[1], 1);
            socket.send(new DatagramPacket(new byte[] {1}, 1, InetAddress.getLoopbackAddress(), 4060));
            socket.receive(answer);
            System.out.println("answered");
        }
    }
}
