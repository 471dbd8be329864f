import java.rmi.ConnectException;
import java.rmi.NotBoundException;
import java.rmi.Remote;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;

/** Remote objects of servers that may not be there yet. */
final class Names {
    private Names() {
    }

    static Remote find(String name) throws Exception {
        Registry registry = LocateRegistry.getRegistry("localhost", 4121);
        while (true) {
            try {
                return registry.lookup(name);
            } catch (ConnectException | NotBoundException notYet) {
                Thread.sleep(20);
            }
        }
    }
}
