// The same without a lock: a change is lost. Expected: the assertion fails.
public class EnumRace {
    enum Light {
        RED { Light next() { return GREEN; } }, GREEN { Light next() { return YELLOW; } }, YELLOW { Light next() { return RED; } };
        abstract Light next();
    }
    static Light light = Light.RED;
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> light = light.next());
        t.start(); light = light.next(); t.join();
        assert light == Light.YELLOW;
    }
}
