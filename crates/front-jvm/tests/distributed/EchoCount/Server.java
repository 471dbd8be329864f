import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;

/** Serves two clients, each in a thread of its own, and counts them without a lock. */
public class Server {
    static volatile int served;

    public static void main(String[] args) throws Exception {
        Thread[] threads = new Thread[2];
        try (ServerSocket server = new ServerSocket(4001)) {
            for (int i = 0; i < threads.length; i++) {
                Socket client = server.accept();
                threads[i] = new Thread(() -> answer(client));
                threads[i].start();
            }
        }
        for (Thread thread : threads) {
            thread.join();
        }
        if (served != 2) {
            throw new AssertionError("served " + served);
        }
        System.out.println("served 2");
    }

    private static void answer(Socket client) {
        try (client) {
            client.getOutputStream().write(client.getInputStream().read());
            served++;
        } catch (IOException lost) {
            System.out.println("a client is lost");
        }
    }
}
