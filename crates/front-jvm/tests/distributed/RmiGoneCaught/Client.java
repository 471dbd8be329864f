import java.rmi.NotBoundException;
import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;

/** Asks a clock, and does without it if it is gone, at whatever time. */
public class Client {
    public static void main(String[] args) {
        try {
            Clock clock = (Clock) LocateRegistry.getRegistry(4116).lookup("clock");
            System.out.println("tick " + clock.tick());
        } catch (NotBoundException | RemoteException gone) {
            System.out.println("no clock");
        }
    }
}
