import java.net.DatagramPacket;
import java.net.DatagramSocket;

/** Answers datagrams. */
public class Server {
    public static void main(String[] args) throws Exception {
        DatagramSocket socket = new DatagramSocket(4060);
        while (true) {
            DatagramPacket request = new DatagramPacket(new byte[1], 1);
            socket.receive(request);
            socket.send(new DatagramPacket(new byte[] {2}, 1, request.getAddress(), request.getPort()));
        }
    }
}
