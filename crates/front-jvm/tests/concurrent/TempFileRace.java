import java.io.IOException;
import java.nio.file.*;

/** Two threads make one file if it is not there: only one of them does, and the other may have found none all the same. */
public class TempFileRace {
    static Path file;

    static boolean make() {
        try {
            return !Files.exists(file) && Files.createFile(file) == file;
        } catch (FileAlreadyExistsException late) {
            throw new IllegalStateException();
        } catch (IOException other) {
            return true;
        }
    }

    public static void main(String[] args) throws Exception {
        file = Files.createTempDirectory("race").resolve("lock");
        boolean[] made = new boolean[1];
        Thread other = new Thread(() -> made[0] = make());
        other.start();
        boolean mine = make();
        other.join();
        assert mine != made[0];
    }
}
