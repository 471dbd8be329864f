import java.nio.file.*;

/** The second of two threads that both found no file does not get to make it. */
public class TempFileCheckThenAct {
    static void make(Path file) {
        try {
            if (Files.notExists(file)) {
                Files.createFile(file);
            }
        } catch (java.io.IOException failed) {
            throw new IllegalStateException(failed);
        }
    }

    public static void main(String[] args) throws Exception {
        Path file = Files.createTempDirectory("race").resolve("lock");
        Thread other = new Thread(() -> make(file));
        other.start();
        make(file);
        other.join();
    }
}
