import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;

/** Answers each client in a thread of its own, and never ends. */
public class Server {
    static int served;

    public static void main(String[] args) throws IOException {
        try (ServerSocket server = new ServerSocket(Integer.parseInt(args[0]))) {
            while (true) {
                Socket client = server.accept();
                new Thread(() -> answer(client)).start();
            }
        }
    }

    private static void answer(Socket client) {
        try (client) {
            InputStream in = client.getInputStream();
            OutputStream out = client.getOutputStream();
            for (int next = in.read(); next >= 0; next = in.read()) {
                out.write(next);
            }
            synchronized (Server.class) {
                served++;
            }
        } catch (IOException lost) {
            System.out.println("a client is lost");
        }
    }
}
