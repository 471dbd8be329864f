// Tables that a compiler makes for switches, and texts that are computed, are nobody's business.
import java.util.EnumMap;
import java.util.Map;

public class InitSwitch {
    enum Level { LOW, HIGH }

    static class Names {
        static final Map<Level, String> OF = new EnumMap<>(Level.class);
        static final String[] ALL = new String[Level.values().length];

        static {
            for (Level level : Level.values()) {
                OF.put(level, level.name().toLowerCase());
                ALL[level.ordinal()] = String.valueOf(level.ordinal() * 2);
            }
        }
    }

    static int of(Level level) {
        switch (level) {
            case LOW:
                return 1;
            default:
                return 2;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            assert of(Level.LOW) == 1 && Names.OF.get(Level.HIGH).equals("high");
        });
        t.start();
        assert of(Level.HIGH) == 2 && Names.ALL[1].equals("2");
        t.join();
    }
}
