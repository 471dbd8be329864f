import java.nio.file.*;

// It is not known in which directory the program is run.
public class FileRelative {
    public static void main(String[] args) {
        assert !Files.exists(Path.of("nowhere"));
    }
}
