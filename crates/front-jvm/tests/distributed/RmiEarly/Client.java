import java.rmi.ConnectException;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;

/** Waits for the registry, but not for what is to be in it. */
public class Client {
    public static void main(String[] args) throws Exception {
        Registry registry = LocateRegistry.getRegistry(4111);
        Clock clock = null;
        while (clock == null) {
            try {
                clock = (Clock) registry.lookup("clock");
            } catch (ConnectException notYet) {
                Thread.sleep(20);
            }
        }
        System.out.println("tick " + clock.tick());
    }
}
