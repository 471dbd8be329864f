import java.io.*;
import java.net.*;
import java.util.ArrayList;
import java.util.List;

/** What one client says is told to all, one message at a time. */
public class ChatRoom {
    private final List<OutputStream> members = new ArrayList<>();

    private void say(int who) throws IOException {
        synchronized (members) {
            for (OutputStream member : members) {
                member.write(who);
                member.write('!');
            }
        }
    }

    private void serve(Socket socket) {
        try {
            say(socket.getInputStream().read());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        ChatRoom room = new ChatRoom();
        try (ServerSocket server = new ServerSocket(0);
             Socket ann = new Socket("localhost", server.getLocalPort());
             Socket atAnn = server.accept();
             Socket ben = new Socket("localhost", server.getLocalPort());
             Socket atBen = server.accept()) {
            room.members.add(atAnn.getOutputStream());
            ann.getOutputStream().write('a');
            ben.getOutputStream().write('b');
            Thread one = new Thread(() -> room.serve(atAnn), "ann");
            Thread two = new Thread(() -> room.serve(atBen), "ben");
            one.start();
            two.start();
            one.join();
            two.join();
            atAnn.shutdownOutput();
            String heard = new String(ann.getInputStream().readAllBytes());
            if (!heard.equals("a!b!") && !heard.equals("b!a!")) {
                throw new AssertionError(heard);
            }
        }
    }
}
