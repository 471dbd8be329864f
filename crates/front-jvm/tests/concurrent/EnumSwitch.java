// A state machine with an enum and a switch, under a lock. Expected: holds.
public class EnumSwitch {
    enum Light { RED, GREEN, YELLOW }
    private Light light = Light.RED;
    synchronized void next() {
        switch (light) {
            case RED: light = Light.GREEN; break;
            case GREEN: light = Light.YELLOW; break;
            default: light = Light.RED;
        }
    }
    public static void main(String[] args) throws InterruptedException {
        EnumSwitch machine = new EnumSwitch();
        Thread t = new Thread(machine::next);
        t.start(); machine.next(); t.join();
        assert machine.light == Light.YELLOW && machine.light.ordinal() == 2 && machine.light.name().equals("YELLOW");
    }
}
