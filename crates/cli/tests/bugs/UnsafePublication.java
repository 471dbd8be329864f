/** A configuration is published through a field that orders nothing. */
public class UnsafePublication {
    static class Config {
        int port;

        Config(int port) {
            this.port = port;
        }
    }

    static Config config;

    public static void main(String[] args) {
        Thread server = new Thread(() -> {
            if (config != null) {
                assert config.port == 80;
            }
        }, "server");
        server.start();
        config = new Config(80);
    }
}
