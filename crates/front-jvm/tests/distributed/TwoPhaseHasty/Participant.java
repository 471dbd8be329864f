import java.net.Socket;

/** Votes, and does what the coordinator says. */
public class Participant {
    static boolean committed;
    static boolean aborted;

    public static void main(String[] args) throws Exception {
        try (Socket coordinator = Net.connect(4007)) {
            coordinator.getOutputStream().write(Integer.parseInt(args[0]));
            if (coordinator.getInputStream().read() == 1) {
                committed = true;
            } else {
                aborted = true;
            }
        }
        System.out.println(committed ? "committed" : "aborted");
    }
}
