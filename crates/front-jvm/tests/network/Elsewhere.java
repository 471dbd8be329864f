import java.net.Socket;

/** What another host would answer is not known. */
public class Elsewhere {
    public static void main(String[] args) throws Exception {
        new Socket("example.com", 80).close();
    }
}
