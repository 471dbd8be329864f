/** Waits for the clock. */
public class Client {
    public static void main(String[] args) throws Exception {
        Clock clock = (Clock) Names.find("clock");
        int tick = clock.tick();
        System.out.println("tick " + tick);
        if (tick != 1) {
            throw new AssertionError("who else?");
        }
    }
}
