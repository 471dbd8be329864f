import java.io.*;
import java.net.*;

/** One datagram there and one back. */
public class Ping {
    private static void answer(DatagramSocket socket) {
        try (socket) {
            DatagramPacket packet = new DatagramPacket(new byte[8], 8);
            socket.receive(packet);
            packet.getData()[0]++;
            socket.send(packet);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        DatagramSocket server = new DatagramSocket(0, InetAddress.getLoopbackAddress());
        int port = server.getLocalPort();
        new Thread(() -> answer(server), "server").start();
        try (DatagramSocket socket = new DatagramSocket()) {
            byte[] data = {41, 1};
            socket.send(new DatagramPacket(data, 2, InetAddress.getLoopbackAddress(), port));
            DatagramPacket packet = new DatagramPacket(new byte[8], 8);
            socket.receive(packet);
            if (packet.getLength() != 2 || packet.getData()[0] != 42 || packet.getPort() != port) {
                throw new AssertionError(packet.getLength());
            }
        }
    }
}
