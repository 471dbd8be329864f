// A StringBuffer is. Expected: holds.
public class BufferSafe {
    static final StringBuffer text = new StringBuffer(8);
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> text.append('a'));
        t.start(); text.append('b'); t.join();
        assert text.length() == 2;
    }
}
