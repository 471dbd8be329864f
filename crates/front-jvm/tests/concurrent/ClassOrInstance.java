// A static method locks the class, the other locks the instance. Expected: the assertion fails.
public class ClassOrInstance {
    static int count;
    static synchronized void one() { count++; }
    synchronized void other() { count++; }
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(ClassOrInstance::one);
        t.start(); new ClassOrInstance().other(); t.join();
        assert count == 2;
    }
}
