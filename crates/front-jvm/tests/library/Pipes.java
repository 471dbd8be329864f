import java.io.*;

public class Pipes {
    interface Action {
        Object run() throws IOException;
    }

    static void t(Action action) {
        try {
            System.out.println(action.run());
        } catch (IOException e) {
            System.out.println(e);
        }
    }

    public static void main(String[] args) throws Exception {
        PipedInputStream in = new PipedInputStream(1);
        t(in::read);
        PipedOutputStream out = new PipedOutputStream(in);
        t(() -> new PipedOutputStream(in));
        Thread reader = new Thread(() -> {
            t(in::read);
            t(in::read);
        });
        reader.start();
        out.write(65);
        out.close();
        reader.join();
        in.close();
        t(in::read);
        t(() -> new PipedWriter().append('x'));
        PipedReader text = new PipedReader(3);
        PipedWriter characters = new PipedWriter(text);
        characters.write("xyz");
        t(() -> (char) text.read() + " " + text.ready());
        characters.close();
        t(() -> "" + (char) text.read() + (char) text.read() + text.read());
        t(() -> characters.append('x'));
    }
}
