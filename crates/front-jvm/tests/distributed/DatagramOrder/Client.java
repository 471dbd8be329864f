import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;

/** Says twice where something is. */
public class Client {
    public static void main(String[] args) throws Exception {
        try (DatagramSocket socket = new DatagramSocket()) {
            for (int place = 1; place <= 2; place++) {
                byte[] message = {(byte) place};
                socket.send(new DatagramPacket(message, 1, InetAddress.getLoopbackAddress(), 4061));
            }
        }
    }
}
