import java.net.DatagramPacket;
import java.net.DatagramSocket;

/** Pays for each datagram, and does not ask whether it has come before. */
public class Server {
    static int paid;

    public static void main(String[] args) throws Exception {
        DatagramSocket socket = new DatagramSocket(4060);
        DatagramPacket packet = new DatagramPacket(new byte[1], 1);
        while (true) {
            socket.receive(packet);
            paid++;
        }
    }
}
