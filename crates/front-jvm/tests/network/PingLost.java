import java.io.*;
import java.net.*;

/** A datagram for a port that nobody has yet is lost, and the answer does not come. */
public class PingLost {
    private static void answer() {
        try (DatagramSocket socket = new DatagramSocket(4568)) {
            DatagramPacket packet = new DatagramPacket(new byte[8], 8);
            socket.receive(packet);
            socket.send(packet);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        new Thread(PingLost::answer, "server").start();
        try (DatagramSocket socket = new DatagramSocket()) {
            socket.send(new DatagramPacket(new byte[1], 1, InetAddress.getLoopbackAddress(), 4568));
            socket.receive(new DatagramPacket(new byte[8], 8));
        }
    }
}
