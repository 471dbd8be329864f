import java.net.DatagramPacket;
import java.net.DatagramSocket;

/** Takes the last place that it was told for the present one. */
public class Server {
    public static void main(String[] args) throws Exception {
        DatagramSocket socket = new DatagramSocket(4061);
        DatagramPacket packet = new DatagramPacket(new byte[1], 1);
        int known = 0;
        while (true) {
            socket.receive(packet);
            int place = packet.getData()[0];
            if (place < known) {
                throw new AssertionError("back from " + known + " to " + place);
            }
            known = place;
        }
    }
}
