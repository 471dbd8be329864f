import java.io.InputStream;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;

/** A node of a ring in which the largest number becomes the leader (Chang and Roberts). */
public class Node {
    static boolean leads;

    public static void main(String[] args) throws Exception {
        int number = Integer.parseInt(args[0]);
        int next = number % 3 + 1;
        try (ServerSocket server = new ServerSocket(4010 + number);
                Socket right = Net.connect(4010 + next);
                Socket left = server.accept()) {
            InputStream in = left.getInputStream();
            OutputStream out = right.getOutputStream();
            out.write(number);
            for (int got = in.read(); got > 0; got = in.read()) {
                if (got == number) {
                    leads = true;
                    out.write(0);
                } else if (got > number) {
                    out.write(got);
                }
            }
            if (!leads) {
                out.write(0);
            }
        }
        System.out.println(leads ? "leads" : "follows");
    }
}
