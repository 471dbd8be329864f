package java.net;

import commute.rt.Listening;
import commute.rt.StreamSocket;
import java.io.IOException;
import java.nio.channels.IllegalBlockingModeException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/** What channels of ours need of this package: addresses, and the sockets that channels have. */
public final class ChannelSockets {
    private ChannelSockets() {
    }

    public static void requireThisHost(InetSocketAddress address) {
        InetAddress.requireThisHost(address.getAddress());
    }

    public static SocketAddress loopback(int port) {
        return new InetSocketAddress(InetAddress.unnamedLoopback(), port);
    }

    /** The address that something is bound to, with the port that it got. Channels tell no name. */
    public static SocketAddress local(InetSocketAddress wanted, int port) {
        return new InetSocketAddress(InetAddress.unnamed(wanted.getAddress()), port);
    }

    public static ServerSocket of(ServerSocketChannel channel, Listening state) {
        return new OfChannel(channel, state);
    }

    /** The socket of a channel that accepts. */
    private static final class OfChannel extends ServerSocket {
        private final ServerSocketChannel channel;

        OfChannel(ServerSocketChannel channel, Listening state) {
            super(state);
            this.channel = channel;
        }

        @Override
        public void bind(SocketAddress address, int backlog) throws IOException {
            channel.bind(address, backlog);
        }

        @Override
        public Socket accept() throws IOException {
            if (!channel.isBlocking()) {
                throw new IllegalBlockingModeException();
            }
            return super.accept();
        }

        @Override
        public InetAddress getInetAddress() {
            socketsOfChannels();
            return null;
        }

        @Override
        public SocketAddress getLocalSocketAddress() {
            socketsOfChannels();
            return null;
        }

        @Override
        public String toString() {
            socketsOfChannels();
            return null;
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }

        @Override
        public ServerSocketChannel getChannel() {
            return channel;
        }
    }

    public static Socket of(SocketChannel channel, StreamSocket state, InetSocketAddress remote) {
        return new OfStream(channel, state, remote);
    }

    /** The socket of a channel of a connection. */
    private static final class OfStream extends Socket {
        private final SocketChannel channel;

        OfStream(SocketChannel channel, StreamSocket state, InetSocketAddress remote) {
            super(state, remote == null ? null : remote.getAddress());
            this.channel = channel;
        }

        @Override
        public void bind(SocketAddress address) throws IOException {
            channel.bind(address);
        }

        @Override
        public void connect(SocketAddress address, int timeout) throws IOException {
            socketsOfChannels();
        }

        @Override
        public java.io.InputStream getInputStream() throws IOException {
            socketsOfChannels();
            return null;
        }

        @Override
        public java.io.OutputStream getOutputStream() throws IOException {
            socketsOfChannels();
            return null;
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }

        @Override
        public SocketChannel getChannel() {
            return channel;
        }
    }

    private static native void socketsOfChannels();
}
