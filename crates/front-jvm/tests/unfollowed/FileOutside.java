// Nothing is known of files that the program has not made.
public class FileOutside {
    public static void main(String[] args) {
        assert !new java.io.File("/tmp/../nowhere").exists();
    }
}
