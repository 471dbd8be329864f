// Of two threads that use a class whose initialiser fails, one gets what is wrong and the other that there is no such class.
public class InitFailsOnce {
    static int[] none = new int[0];

    static class Broken {
        static int value = none[0];
    }

    static int tell() {
        try {
            return Broken.value;
        } catch (ExceptionInInitializerError e) {
            return 1;
        } catch (NoClassDefFoundError e) {
            return 2;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int[] told = new int[1];
        Thread t = new Thread(() -> told[0] = tell());
        t.start();
        int mine = tell();
        t.join();
        assert mine + told[0] == 3;
        assert mine == 1 : "the other thread was first";
    }
}
