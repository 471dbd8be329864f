import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;

/** A chat room of two: what one says, two bytes, goes to both. */
public class Room {
    private static final Socket[] members = new Socket[2];

    public static void main(String[] args) throws Exception {
        Thread[] threads = new Thread[2];
        try (ServerSocket server = new ServerSocket(4002)) {
            for (int i = 0; i < 2; i++) {
                members[i] = server.accept();
            }
        }
        for (int i = 0; i < 2; i++) {
            Socket from = members[i];
            threads[i] = new Thread(() -> listen(from));
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        for (Socket member : members) {
            member.close();
        }
    }

    private static void listen(Socket from) {
        try {
            InputStream in = from.getInputStream();
            int name = in.read();
            int word = in.read();
            broadcast(name, word);
        } catch (IOException lost) {
            System.out.println("somebody left");
        }
    }

    private static void broadcast(int name, int word) throws IOException {
        for (Socket member : members) {
            OutputStream out = member.getOutputStream();
            out.write(name);
            out.write(word);
        }
    }
}
