import java.rmi.RemoteException;

/** What was read of the settings, as long as their version is the one that was read. */
final class Cache {
    private final Settings settings;
    private int[] known;

    Cache(Settings settings) {
        this.settings = settings;
    }

    int limit() throws RemoteException {
        if (known == null || settings.version() != known[1]) {
            known = settings.limit();
        }
        return known[0];
    }
}
