import java.rmi.RemoteException;

/** What was read of the settings. */
final class Cache {
    private final Settings settings;
    private int[] known;

    Cache(Settings settings) {
        this.settings = settings;
    }

    int limit() throws RemoteException {
        if (known == null) {
            known = settings.limit();
        }
        return known[0];
    }
}
