import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Iterator;

/** An event loop that echoes bytes of two clients. */
public class Server {
    public static void main(String[] args) throws Exception {
        Selector selector = Selector.open();
        ServerSocketChannel server = ServerSocketChannel.open();
        server.bind(new InetSocketAddress("localhost", 4070));
        server.configureBlocking(false);
        server.register(selector, SelectionKey.OP_ACCEPT);
        int ended = 0;
        while (ended < 2) {
            selector.select();
            Iterator<SelectionKey> keys = selector.selectedKeys().iterator();
            while (keys.hasNext()) {
                SelectionKey key = keys.next();
                keys.remove();
                if (key.isAcceptable()) {
                    SocketChannel client = server.accept();
                    client.configureBlocking(false);
                    client.register(selector, SelectionKey.OP_READ);
                } else {
                    ended += echo((SocketChannel) key.channel());
                }
            }
        }
        System.out.println("ended " + ended);
    }

    private static int echo(SocketChannel client) throws Exception {
        ByteBuffer buffer = ByteBuffer.allocate(4);
        if (client.read(buffer) < 0) {
            client.close();
            return 1;
        }
        buffer.flip();
        client.write(buffer);
        return 0;
    }
}
