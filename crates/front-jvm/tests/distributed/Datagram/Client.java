import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.SocketTimeoutException;

/** Asks by a datagram, again and again until it is answered. */
public class Client {
    public static void main(String[] args) throws Exception {
        try (DatagramSocket socket = new DatagramSocket()) {
            DatagramPacket answer = new DatagramPacket(new byte[1], 1);
            socket.setSoTimeout(50);
            while (true) {
                socket.send(new DatagramPacket(new byte[] {1}, 1, InetAddress.getLoopbackAddress(), 4060));
                try {
                    socket.receive(answer);
                    break;
                } catch (SocketTimeoutException lost) {
                    System.out.println("once more");
                }
            }
            System.out.println("answered");
        }
    }
}
