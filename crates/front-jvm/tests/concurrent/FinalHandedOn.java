// A constructor hands on its object as an argument before it has written a final field: a reader may have it then, and look at the
// field later.
public class FinalHandedOn {
    static volatile FinalHandedOn shared;
    static volatile int going;

    final int value;

    FinalHandedOn() {
        keep(1, this);
        begin();
        value = 1;
    }

    static void keep(int number, FinalHandedOn half) {
        shared = half;
    }

    static void begin() {
        going = 1;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread maker = new Thread(() -> new FinalHandedOn());
        maker.start();
        FinalHandedOn half = shared;
        if (half != null) {
            int before = going;
            int seen = half.value;
            assert before == 1 || seen == 0;
        }
        maker.join();
    }
}
