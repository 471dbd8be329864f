import java.io.*;
import java.net.*;
import java.nio.*;
import java.nio.channels.*;

/** A selector does not notice a channel that is registered while it waits. */
public class NotWoken {
    private static void loop(Selector selector) {
        try (selector) {
            while (true) {
                selector.select();
                for (SelectionKey key : selector.selectedKeys()) {
                    ByteBuffer buffer = ByteBuffer.allocate(1);
                    if (((SocketChannel) key.channel()).read(buffer) != 1 || buffer.get(0) != 9) {
                        throw new AssertionError();
                    }
                    key.channel().close();
                    return;
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        Selector selector = Selector.open();
        Thread thread = new Thread(() -> loop(selector), "loop");
        thread.start();
        try (ServerSocketChannel server = ServerSocketChannel.open()) {
            server.socket().bind(new InetSocketAddress(0));
            SocketChannel client = SocketChannel.open(new InetSocketAddress("localhost", server.socket().getLocalPort()));
            SocketChannel accepted = server.accept();
            accepted.configureBlocking(false);
            accepted.register(selector, SelectionKey.OP_READ);
            client.write(ByteBuffer.wrap(new byte[] {9}));
            thread.join();
            client.close();
        }
    }
}
