// Synchronized methods of a class of threads, joined from one of them. Expected: holds.
public class JoinSynchronizedMethods extends Thread {
    private int steps;
    public void run() { step(); step(); }
    private synchronized void step() { steps++; }
    private synchronized int result() throws InterruptedException { join(); return steps; }
    public static void main(String[] args) throws Exception {
        JoinSynchronizedMethods t = new JoinSynchronizedMethods();
        t.start();
        assert t.result() == 2;
    }
}
