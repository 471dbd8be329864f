import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.ServerSocket;
import java.net.Socket;

/** Answers one request, as HTTP/1.0 does. */
public class Server {
    public static void main(String[] args) throws Exception {
        try (ServerSocket server = new ServerSocket(4030); Socket client = server.accept()) {
            BufferedReader in = new BufferedReader(new InputStreamReader(client.getInputStream()));
            String[] request = in.readLine().split(" ");
            while (!in.readLine().isEmpty()) {
            }
            PrintWriter out = new PrintWriter(client.getOutputStream());
            out.print(request[1].equals("/") ? "HTTP/1.0 200 OK\r\n\r\nhi\r\n" : "HTTP/1.0 404 Not Found\r\n\r\n");
            out.flush();
        }
    }
}
