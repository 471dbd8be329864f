// A class that makes an instance of one that extends it: two threads that begin with one each wait for each other.
public class InitSubclass {
    static class Above {
        static final Above SOME = new Below();

        static void touch() {
        }
    }

    static class Below extends Above {
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> Above.touch());
        t.start();
        new Below();
        t.join();
    }
}
