import java.net.ServerSocket;
import java.net.Socket;

/** Asks two participants, and tells each what comes of it. */
public class Coordinator {
    public static void main(String[] args) throws Exception {
        Socket[] participants = new Socket[2];
        try (ServerSocket server = new ServerSocket(4007)) {
            for (int i = 0; i < participants.length; i++) {
                participants[i] = server.accept();
            }
        }
        boolean commits = true;
        for (Socket participant : participants) {
            commits &= participant.getInputStream().read() == 1;
        }
        for (Socket participant : participants) {
            participant.getOutputStream().write(commits ? 1 : 0);
            participant.close();
        }
    }
}
