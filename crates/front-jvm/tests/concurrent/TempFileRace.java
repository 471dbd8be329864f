import java.io.IOException;
import java.nio.file.*;

/** Two threads make one file: who asks first whether it is there may still come second, but only one of them makes it. */
public class TempFileRace {
    static Path file;
    static volatile int made;

    static void make(String text) {
        try {
            if (!Files.exists(file)) {
                Files.writeString(file, text, StandardOpenOption.CREATE_NEW);
                synchronized (TempFileRace.class) {
                    made++;
                }
            }
        } catch (FileAlreadyExistsException late) {
            assert late.getMessage().equals(file.toString());
            assert made <= 1;
        } catch (IOException failed) {
            throw new AssertionError(failed);
        }
    }

    public static void main(String[] args) throws Exception {
        file = Files.createTempDirectory("race").resolve("lock");
        Thread other = new Thread(() -> make("other"));
        other.start();
        make("main");
        other.join();
        assert made == 1;
        String text = Files.readString(file);
        assert text.equals("main") || text.equals("other");
    }
}
