import java.io.*;
import java.nio.charset.*;
import java.nio.file.*;
import java.util.*;

public class Bytes {
    static void p(Object o) {
        System.out.println(o);
    }

    public static void main(String[] args) throws Exception {
        bytes();
        data();
        file();
    }

    static void file() throws Exception {
        Path f = Files.createTempFile("bytes", null);
        try (PrintWriter w = new PrintWriter(new FileWriter(f.toFile()))) {
            w.println("hé");
        }
        Files.write(f, List.of("one", "two"), StandardOpenOption.APPEND);
        try (BufferedWriter w = Files.newBufferedWriter(f, StandardOpenOption.WRITE)) {
            w.write("H");
        }
        p(Files.readAllLines(f));
        p(Path.of("/é").hashCode() + " " + Path.of("ab").hashCode() + " " + Path.of("é").compareTo(Path.of("z")));
        try (BufferedReader r = new BufferedReader(new FileReader(f.toFile()))) {
            p(r.readLine() + r.readLine() + r.readLine() + r.readLine());
        }
        try (java.util.stream.Stream<String> lines = Files.lines(f)) {
            lines.forEach(Bytes::p);
        }
        Files.delete(f);
        try {
            Files.newBufferedReader(f);
        } catch (NoSuchFileException e) {
            p(e.getMessage().equals(f.toString()));
        }
    }

    static void bytes() throws Exception {
        ByteArrayOutputStream o = new ByteArrayOutputStream();
        o.write(1);
        o.write(new byte[] {2, 3, 4}, 1, 2);
        o.writeBytes(new byte[] {9});
        p(Arrays.toString(o.toByteArray()) + " " + o.size());
        ByteArrayInputStream i = new ByteArrayInputStream(new byte[] {5, 6, 7, 8});
        p(i.read() + " " + i.available() + " " + i.skip(1) + " " + Arrays.toString(i.readAllBytes()) + " " + i.read());
        i.reset();
        p(i.read() + " " + i.markSupported() + " " + i.readNBytes(2).length);
        SequenceInputStream s = new SequenceInputStream(new ByteArrayInputStream("ab".getBytes()), new ByteArrayInputStream("cd".getBytes()));
        p(new String(s.readNBytes(4)));
        PushbackInputStream b = new PushbackInputStream(new ByteArrayInputStream(new byte[] {1, 2}));
        int x = b.read();
        b.unread(x);
        p(b.read());
        p(o.toString(StandardCharsets.ISO_8859_1).length());
    }

    static void data() throws Exception {
        ByteArrayOutputStream o = new ByteArrayOutputStream();
        DataOutputStream d = new DataOutputStream(o);
        d.writeInt(-5);
        d.writeLong(1L << 40);
        d.writeUTF("hé€");
        d.writeDouble(2.5);
        d.writeFloat(-1f);
        d.writeBoolean(true);
        d.writeChar('x');
        d.writeShort(-3);
        d.writeByte(200);
        d.writeChars("yz");
        d.flush();
        p(d.size());
        DataInputStream i = new DataInputStream(new ByteArrayInputStream(o.toByteArray()));
        p(i.readInt() + " " + i.readLong() + " " + i.readUTF() + " " + i.readDouble() + " " + i.readFloat() + " " + i.readBoolean() + " " + i.readChar() + " " + i.readUnsignedShort() + " " + i.readUnsignedByte() + " " + i.readChar());
        i.readChar();
        try {
            i.readByte();
        } catch (EOFException e) {
            p(e);
        }
    }
}
