// A thread is started twice. Expected: an uncaught exception.
public class StartTwice {
    public static void main(String[] args) { Thread t = new Thread(); t.start(); t.start(); }
}
