import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Gives requests to workers in turn, in a pool of two threads. */
public class Balancer {
    public static void main(String[] args) throws Exception {
        Socket[] workers = new Socket[2];
        try (ServerSocket server = new ServerSocket(4020)) {
            for (int i = 0; i < workers.length; i++) {
                workers[i] = server.accept();
            }
        }
        ExecutorService pool = Executors.newFixedThreadPool(2);
        for (int i = 0; i < 2; i++) {
            Socket worker = workers[i];
            int request = 3 + i;
            pool.submit(() -> {
                try (worker) {
                    worker.getOutputStream().write(request);
                    System.out.println(worker.getInputStream().read());
                }
                return null;
            });
        }
        pool.shutdown();
    }
}
