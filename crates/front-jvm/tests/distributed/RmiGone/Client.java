import java.rmi.NotBoundException;
import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;

/** Asks a clock, if there is one, and believes that it is there as long as it was there once. */
public class Client {
    public static void main(String[] args) throws Exception {
        Clock clock;
        try {
            clock = (Clock) LocateRegistry.getRegistry(4115).lookup("clock");
        } catch (NotBoundException | RemoteException none) {
            System.out.println("no clock");
            return;
        }
        System.out.println("tick " + clock.tick());
    }
}
