import java.time.temporal.WeekFields;

// Constants of the library that its initialiser finds in a map, where it has just put them.
public class LibraryFound {
    public static void main(String[] args) {
        assert WeekFields.ISO != null;
        assert WeekFields.ISO != WeekFields.SUNDAY_START;
    }
}
