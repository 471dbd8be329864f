import java.rmi.RemoteException;

/** Asks for the limit while another thread changes it, and afterwards. */
public class Client {
    public static void main(String[] args) throws Exception {
        Settings settings = (Settings) Names.find("settings");
        Thread admin = new Thread(() -> {
            try {
                settings.setLimit(5);
            } catch (RemoteException gone) {
                throw new IllegalStateException(gone);
            }
        });
        admin.start();
        Cache cache = new Cache(settings);
        int early = cache.limit();
        admin.join();
        int late = cache.limit();
        System.out.println(early + " " + late);
        if (late != 5) {
            throw new AssertionError("stale");
        }
    }
}
