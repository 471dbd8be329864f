import java.net.Socket;

/** Squares what it gets. */
public class Worker {
    public static void main(String[] args) throws Exception {
        try (Socket balancer = Net.connect(4020)) {
            int request = balancer.getInputStream().read();
            balancer.getOutputStream().write(request * request);
        }
    }
}
