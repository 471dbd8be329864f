// Static synchronized methods hold the monitor of the class. Expected: holds.
public class StaticSynchronized {
    static int count;
    static synchronized void add() { count++; }
    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(StaticSynchronized::add);
        a.start(); add(); a.join();
        assert count == 2;
    }
}
