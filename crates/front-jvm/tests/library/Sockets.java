import java.io.*;
import java.net.*;
import java.nio.*;
import java.nio.channels.*;
import java.util.*;

/** What sockets and addresses say of themselves, and what goes wrong with them, in one thread. */
public class Sockets {
    interface Action {
        Object run() throws Exception;
    }

    /** The result, or what was thrown; ports that nobody chose have no numbers. */
    static void tell(String what, Action action) {
        String result;
        try {
            result = String.valueOf(action.run());
        } catch (Exception e) {
            result = e.toString();
        }
        StringBuilder text = new StringBuilder();
        int digits = 0;
        for (int i = 0; i < result.length(); i++) {
            boolean isDigit = result.charAt(i) >= '0' && result.charAt(i) <= '9';
            digits = isDigit ? digits + 1 : 0;
            text.append(result.charAt(i));
            boolean isLast = i + 1 == result.length() || result.charAt(i + 1) < '0' || result.charAt(i + 1) > '9';
            if (isDigit && isLast && digits >= 5 && !what.endsWith("!")) {
                text.setLength(text.length() - digits);
                text.append('N');
            }
        }
        System.out.println(what + ": " + text);
    }

    static Socket[] pair() throws IOException {
        try (ServerSocket server = new ServerSocket(0)) {
            Socket client = new Socket("localhost", server.getLocalPort());
            return new Socket[] {client, server.accept()};
        }
    }

    static Object write(OutputStream out, int... bytes) throws IOException {
        for (int b : bytes) {
            out.write(b);
        }
        return "written";
    }

    static void addresses() throws Exception {
        tell("loopback", InetAddress::getLoopbackAddress);
        tell("by name", () -> InetAddress.getByName("localhost"));
        tell("by number", () -> InetAddress.getByName("127.0.0.1"));
        tell("by null", () -> InetAddress.getByName(null));
        tell("by nothing", () -> InetAddress.getByName(""));
        tell("all", () -> Arrays.toString(InetAddress.getAllByName("localhost")));
        InetAddress address = InetAddress.getByName("127.0.0.1");
        tell("name", () -> address.getHostName() + " " + address + " " + address.getCanonicalHostName());
        tell("any", () -> InetAddress.getByName("0.0.0.0") + " " + InetAddress.getByName("0.0.0.0").getHostName());
        tell("equal", () -> address.equals(InetAddress.getLoopbackAddress()) + " " + address.hashCode());
        tell("bytes", () -> Arrays.toString(InetAddress.getByName("10.1.2.255").getAddress()));
        tell("of bytes", () -> InetAddress.getByAddress("here", new byte[] {1, 2, 3, -1}));
        tell("of three", () -> InetAddress.getByAddress(new byte[3]));
        for (String text : "10.0.0.1 127.1.2.3 192.168.1.1 172.20.0.1 224.0.0.1 239.255.0.1 239.193.0.1 169.254.1.1 8.8.8.8".split(" ")) {
            InetAddress a = InetAddress.getByName(text);
            tell(text, () -> a + " " + a.isAnyLocalAddress() + a.isLoopbackAddress() + a.isLinkLocalAddress()
                + a.isSiteLocalAddress() + a.isMulticastAddress() + a.isMCGlobal() + a.isMCNodeLocal()
                + a.isMCLinkLocal() + a.isMCSiteLocal() + a.isMCOrgLocal());
        }
        tell("unresolved", () -> InetSocketAddress.createUnresolved("Foo", 80));
        tell("equal unresolved", () -> InetSocketAddress.createUnresolved("Foo", 80)
            .equals(InetSocketAddress.createUnresolved("foo", 80)));
        InetSocketAddress at = new InetSocketAddress("localhost", 80);
        tell("resolved", () -> at + " " + at.getHostString() + " " + at.getHostName() + " " + at.hashCode() / 2
            + at.equals(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 80)));
        tell("host string", () -> new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 1).getHostString());
        tell("bad port!", () -> new InetSocketAddress("localhost", 70000));
    }

    static void servers() throws Exception {
        ServerSocket server = new ServerSocket(0);
        int port = server.getLocalPort();
        tell("server", () -> server + " " + server.getInetAddress() + " " + server.getLocalSocketAddress());
        tell("in use", () -> new ServerSocket(port));
        tell("not bound", () -> new ServerSocket() + " " + new ServerSocket().getLocalPort()
            + new ServerSocket().getInetAddress() + new ServerSocket().getLocalSocketAddress());
        tell("accept not bound", () -> new ServerSocket().accept());
        tell("already bound", () -> {
            server.bind(null);
            return "bound";
        });
        tell("bad port!", () -> new ServerSocket(70000));
        tell("options", () -> server.getReuseAddress() + " " + server.getSoTimeout());
        server.setSoTimeout(1);
        tell("accept in time", server::accept);
        Socket client = new Socket("localhost", port);
        Socket accepted = server.accept();
        tell("client", () -> client + " " + client.getLocalSocketAddress() + " " + client.getRemoteSocketAddress());
        tell("accepted", () -> accepted + " " + accepted.getLocalSocketAddress() + " " + accepted.getRemoteSocketAddress());
        tell("ports", () -> (client.getPort() == port) + " " + (accepted.getLocalPort() == port) + " "
            + (client.getLocalPort() == accepted.getPort()));
        Socket waiting = new Socket("localhost", port);
        server.close();
        tell("closed", () -> server + " " + server.isClosed() + server.isBound() + (server.getLocalPort() == port));
        tell("accept closed", server::accept);
        tell("not accepted", () -> waiting.getInputStream().read());
        tell("again", () -> waiting.getInputStream().read());
        tell("refused", () -> new Socket("localhost", port));
        tell("loopback server", () -> new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
    }

    static void sockets() throws Exception {
        tell("socket", () -> new Socket() + " " + new Socket().getLocalPort() + new Socket().getPort()
            + new Socket().getLocalAddress() + new Socket().getRemoteSocketAddress());
        tell("not connected", () -> new Socket().getInputStream());
        tell("connect to null", () -> {
            new Socket().connect(null);
            return "connected";
        });
        tell("connect to a name", () -> {
            new Socket().connect(InetSocketAddress.createUnresolved("foo", 80));
            return "connected";
        });
        Socket again = new Socket();
        for (int i = 0; i < 2; i++) {
            tell("connect", () -> {
                again.connect(new InetSocketAddress("localhost", 1));
                return "connected";
            });
            tell("then", () -> again.isConnected() + " " + again.isClosed() + " " + again.isBound());
        }
        Socket[] pair = pair();
        tell("options", () -> pair[0].getTcpNoDelay() + " " + pair[0].getSoLinger() + " " + pair[0].getKeepAlive() + " "
            + pair[0].getReuseAddress() + " " + pair[0].getOOBInline() + " " + pair[0].getTrafficClass());
        pair[0].setTcpNoDelay(true);
        pair[0].setOption(StandardSocketOptions.SO_KEEPALIVE, true);
        pair[0].setSoLinger(true, 7);
        tell("options", () -> pair[0].getTcpNoDelay() + " " + pair[0].getSoLinger() + " " + pair[0].getKeepAlive()
            + pair[0].getOption(StandardSocketOptions.TCP_NODELAY));
        pair[0].setSoLinger(false, 0);
        tell("bind connected", () -> {
            pair[0].bind(null);
            return "bound";
        });
        tell("same stream", () -> pair[0].getInputStream() == pair[0].getInputStream());
        InputStream in = pair[1].getInputStream();
        OutputStream out = pair[0].getOutputStream();
        tell("write", () -> write(out, 1, 255, 3));
        tell("available", () -> in.available() + " " + in.read() + " " + in.read() + " " + in.available());
        byte[] bytes = new byte[4];
        tell("read", () -> in.read(bytes, 1, 3) + " " + Arrays.toString(bytes));
        tell("read nothing", () -> in.read(new byte[0]));
        tell("bad range", () -> in.read(bytes, 2, 3));
        pair[1].setSoTimeout(1);
        tell("read in time", in::read);
        halfClosed(pair, in, out);
    }

    static void halfClosed(Socket[] pair, InputStream in, OutputStream out) throws Exception {
        write(out, 9);
        pair[0].shutdownOutput();
        tell("write to closed half", () -> write(out, 1));
        tell("its stream", () -> pair[0].getOutputStream());
        tell("shut again", () -> {
            pair[0].shutdownOutput();
            return "shut";
        });
        tell("rest", () -> in.read() + " " + in.read() + " " + in.read());
        tell("other half", () -> write(pair[1].getOutputStream(), 4) + " " + pair[0].getInputStream().read());
        pair[1].shutdownInput();
        tell("halves", () -> pair[0].isOutputShutdown() + " " + pair[0].isInputShutdown() + " " + pair[1].isInputShutdown());
        in.close();
        tell("closed by stream", () -> pair[1].isClosed() + " " + pair[1].isConnected() + " " + pair[1] + " "
            + pair[1].getLocalAddress() + " " + pair[1].getInetAddress());
        tell("read closed", in::read);
        tell("write closed", () -> write(pair[0].getOutputStream(), 1));
        tell("streams of closed", () -> pair[1].getInputStream());
        tell("end", () -> pair[0].getInputStream().read());
        Socket[] other = pair();
        OutputStream to = other[0].getOutputStream();
        other[1].close();
        tell("lost", () -> write(to, 1));
        Thread.sleep(50);
        tell("known to be lost", () -> write(to, 2));
        tell("still the end", () -> other[0].getInputStream().read());
        other[0].close();
        tell("own side closed", () -> write(to, 2));
        tell("nothing to closed", () -> {
            to.write(new byte[0]);
            return "written";
        });
        Socket[] last = pair();
        last[0].setSoLinger(true, 0);
        last[0].close();
        tell("reset", () -> last[1].getInputStream().read());
    }

    static void datagrams() throws Exception {
        DatagramSocket one = new DatagramSocket();
        InetAddress here = InetAddress.getLoopbackAddress();
        DatagramSocket two = new DatagramSocket(0, here);
        tell("datagrams", () -> one.isBound() + " " + one.isConnected() + " " + one.getPort() + one.getInetAddress()
            + one.getRemoteSocketAddress() + one.getSoTimeout() + one.getReuseAddress() + one.getBroadcast());
        tell("local", () -> two.getLocalAddress() + " " + two.getLocalSocketAddress());
        tell("in use", () -> new DatagramSocket(two.getLocalPort()));
        tell("not bound", () -> {
            DatagramSocket socket = new DatagramSocket(null);
            return socket.isBound() + " " + socket.getLocalPort() + socket.getLocalAddress() + socket.getLocalSocketAddress();
        });
        byte[] hello = "hello".getBytes();
        one.send(new DatagramPacket(hello, 5, here, two.getLocalPort()));
        one.send(new DatagramPacket(hello, 1, 3, new InetSocketAddress(here, two.getLocalPort())));
        DatagramPacket packet = new DatagramPacket(new byte[4], 4);
        for (int i = 0; i < 2; i++) {
            two.receive(packet);
            tell("received", () -> packet.getLength() + " " + new String(packet.getData()) + " " + packet.getAddress()
                + (packet.getPort() == one.getLocalPort()) + packet.getSocketAddress() + packet.getOffset());
        }
        two.setSoTimeout(1);
        tell("receive in time", () -> {
            two.receive(packet);
            return "received";
        });
        tell("no address", () -> {
            one.send(new DatagramPacket(hello, 5));
            return "sent";
        });
        tell("no port", () -> {
            one.send(new DatagramPacket(hello, 5, here, 0));
            return "sent";
        });
        tell("to nobody", () -> {
            one.send(new DatagramPacket(hello, 5, here, 9));
            return "sent";
        });
        one.connect(here, two.getLocalPort());
        tell("connected", () -> one.isConnected() + " " + one.getInetAddress() + " " + one.getRemoteSocketAddress());
        tell("to another", () -> {
            one.send(new DatagramPacket(hello, 5, here, 9));
            return "sent";
        });
        tell("to the peer", () -> {
            one.send(new DatagramPacket(hello, 2));
            two.receive(packet);
            return packet.getLength();
        });
        one.disconnect();
        tell("disconnected", () -> one.isConnected() + " " + one.getPort());
        two.close();
        tell("closed", () -> two.isClosed() + " " + two.isBound() + " " + two.getLocalPort() + two.getLocalAddress());
        tell("receive closed", () -> {
            two.receive(packet);
            return "received";
        });
    }

    static void channels() throws Exception {
        ServerSocketChannel server = ServerSocketChannel.open();
        tell("channel", () -> server.isOpen() + " " + server.isBlocking() + " " + server.isRegistered() + server.getLocalAddress());
        tell("accept not bound", server::accept);
        server.bind(new InetSocketAddress("localhost", 0));
        int port = ((InetSocketAddress) server.getLocalAddress()).getPort();
        tell("bound", server::getLocalAddress);
        tell("bind again", () -> server.bind(null));
        tell("socket", () -> (server.socket().getLocalPort() == port) + " " + server.socket().isBound());
        Selector selector = Selector.open();
        tell("register blocking", () -> server.register(selector, SelectionKey.OP_ACCEPT));
        server.configureBlocking(false);
        tell("register for reads", () -> server.register(selector, SelectionKey.OP_READ));
        tell("nobody there", server::accept);
        SelectionKey accepts = server.register(selector, SelectionKey.OP_ACCEPT, "accepts");
        tell("nothing ready", () -> selector.selectNow() + " " + selector.keys().size() + selector.selectedKeys());
        SocketChannel client = SocketChannel.open();
        tell("not connected", () -> client.read(ByteBuffer.allocate(1)));
        tell("connect", () -> client.connect(new InetSocketAddress("localhost", port)) + " " + client.isConnected());
        tell("ready", () -> selector.select() + " " + selector.selectedKeys().size() + accepts.isAcceptable()
            + accepts.readyOps() + accepts.interestOps() + accepts.attachment());
        tell("not removed", () -> selector.selectNow() + " " + selector.selectedKeys().size());
        selector.selectedKeys().clear();
        SocketChannel accepted = server.accept();
        accepted.configureBlocking(false);
        SelectionKey reads = accepted.register(selector, SelectionKey.OP_READ | SelectionKey.OP_WRITE);
        tell("keys", () -> accepted.keyFor(selector) == reads && selector.keys().contains(reads));
        tell("writable", () -> selector.select() + " " + reads.isReadable() + reads.isWritable());
        ByteBuffer buffer = ByteBuffer.allocate(4);
        tell("nothing to read", () -> accepted.read(buffer) + " " + buffer);
        tell("write", () -> client.write(ByteBuffer.wrap("hello".getBytes())));
        tell("both", () -> selector.select() + " " + reads.isReadable() + reads.isWritable());
        tell("read", () -> accepted.read(buffer) + " " + buffer + new String(buffer.array()));
        tell("no room", () -> accepted.read(buffer));
        buffer.clear();
        tell("rest", () -> accepted.read(buffer) + " " + accepted.read(buffer));
        client.shutdownOutput();
        tell("write to closed half", () -> client.write(ByteBuffer.allocate(1)));
        tell("end", () -> accepted.read(buffer));
        reads.interestOps(0);
        selector.selectedKeys().clear();
        tell("no interest", () -> selector.selectNow());
        tell("woken", () -> selector.wakeup().select() + " " + selector.selectNow());
        tell("in time", () -> selector.select(1));
        reads.cancel();
        tell("cancelled", () -> reads.isValid() + " " + accepted.isRegistered() + selector.keys().size());
        tell("its interest", reads::interestOps);
        tell("cancelled key", () -> accepted.register(selector, SelectionKey.OP_READ));
        selector.selectNow();
        tell("gone", () -> accepted.isRegistered() + " " + selector.keys().size());
        accepted.close();
        tell("closed", () -> accepted.read(buffer));
        tell("other end", () -> client.read(buffer));
        SocketChannel refused = SocketChannel.open();
        tell("refused", () -> refused.connect(new InetSocketAddress("localhost", 1)));
        tell("then", refused::isOpen);
        SocketChannel later = SocketChannel.open();
        later.configureBlocking(false);
        later.connect(new InetSocketAddress("localhost", port));
        SelectionKey connects = later.register(selector, SelectionKey.OP_CONNECT);
        selector.select();
        tell("finish", () -> later.finishConnect() + " " + later.isConnectionPending() + later.isConnected());
        selector.close();
        tell("closed selector", () -> selector.select());
        tell("its keys", () -> connects.isValid() + " " + selector.isOpen());
    }

    public static void main(String[] args) throws Exception {
        addresses();
        servers();
        sockets();
        datagrams();
        channels();
    }
}
