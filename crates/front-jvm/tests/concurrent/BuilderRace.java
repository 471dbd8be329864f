// A StringBuilder is not safe for two threads. Expected: the assertion fails.
public class BuilderRace {
    static final StringBuilder text = new StringBuilder(8);
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> text.append('a'));
        t.start(); text.append('b'); t.join();
        assert text.length() == 2;
    }
}
