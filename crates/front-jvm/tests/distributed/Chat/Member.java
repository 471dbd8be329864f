import java.io.InputStream;
import java.net.Socket;

/** Says one thing and hears two. */
public class Member {
    public static void main(String[] args) throws Exception {
        int name = Integer.parseInt(args[0]);
        try (Socket room = Net.connect(4002)) {
            room.getOutputStream().write(new byte[] {(byte) name, (byte) (name + 10)});
            InputStream in = room.getInputStream();
            for (int i = 0; i < 2; i++) {
                int from = in.read();
                int word = in.read();
                if (word != from + 10) {
                    throw new AssertionError(from + " never said " + word);
                }
            }
            System.out.println("heard 2");
        }
    }
}
