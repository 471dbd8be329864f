import java.io.*;
import java.net.*;
import java.nio.*;
import java.nio.channels.*;
import java.util.Iterator;

/** One thread that serves all clients, until one of them has gone. */
public class EventLoop implements Runnable {
    private final Selector selector;
    private final ServerSocketChannel server;

    EventLoop() throws IOException {
        selector = Selector.open();
        server = ServerSocketChannel.open();
        server.bind(new InetSocketAddress("localhost", 0));
        server.configureBlocking(false);
        server.register(selector, SelectionKey.OP_ACCEPT);
    }

    @Override
    public void run() {
        try (selector; server) {
            boolean served = false;
            while (!served) {
                selector.select();
                Iterator<SelectionKey> keys = selector.selectedKeys().iterator();
                while (keys.hasNext()) {
                    SelectionKey key = keys.next();
                    keys.remove();
                    if (key.isAcceptable()) {
                        accept();
                    } else if (key.isReadable()) {
                        served = !echo(key);
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void accept() throws IOException {
        SocketChannel channel = server.accept();
        channel.configureBlocking(false);
        channel.register(selector, SelectionKey.OP_READ, ByteBuffer.allocate(8));
    }

    private boolean echo(SelectionKey key) throws IOException {
        SocketChannel channel = (SocketChannel) key.channel();
        ByteBuffer buffer = (ByteBuffer) key.attachment();
        if (channel.read(buffer) < 0) {
            channel.close();
            return false;
        }
        buffer.flip();
        channel.write(buffer);
        buffer.clear();
        return true;
    }

    private static void ask(int port, int number) {
        try (Socket socket = new Socket("localhost", port)) {
            socket.getOutputStream().write(number);
            int answer = socket.getInputStream().read();
            if (answer != number) {
                throw new AssertionError(answer);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        EventLoop loop = new EventLoop();
        int port = ((InetSocketAddress) loop.server.getLocalAddress()).getPort();
        Thread thread = new Thread(loop, "loop");
        thread.start();
        ask(port, 2);
        thread.join();
    }
}
