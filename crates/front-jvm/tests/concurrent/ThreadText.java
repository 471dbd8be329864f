// The text of a thread that is only known as an object. Expected: holds.
public class ThreadText {
    static class Named extends Thread {
        public String toString() { return "a thread"; }
    }
    public static void main(String[] args) {
        Object named = new Named(), plain = new Thread();
        System.out.println(plain);
        assert named.toString().equals("a thread") && String.valueOf(plain).contains("Thread-1");
    }
}
