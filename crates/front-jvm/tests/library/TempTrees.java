import java.io.*;
import java.nio.file.*;
import java.util.*;
import java.util.stream.*;

public class TempTrees {
    interface Action {
        Object run() throws Exception;
    }

    /** The directory that is made for the run: its name is any. */
    static String made;

    static void p(Object o) {
        System.out.println(String.valueOf(o).replace(made, "DIR"));
    }

    static void t(Action action) {
        try {
            p(action.run());
        } catch (Exception e) {
            p(e);
        }
    }

    static List<String> names(Path dir, Stream<Path> paths) {
        try (paths) {
            return paths.map(path -> dir.relativize(path).toString()).sorted().collect(Collectors.toList());
        }
    }

    public static void main(String[] args) throws Exception {
        Path dir = Files.createTempDirectory("trees");
        made = dir.toString();
        Path sub = Files.createDirectories(dir.resolve("s/t")).getParent();
        p(Files.copy(new ByteArrayInputStream(new byte[3]), sub.resolve("v")));
        p(names(dir, Files.walk(dir)) + " " + names(dir, Files.walk(dir, 1)) + " " + names(dir, Files.list(sub)));
        p(names(dir, Files.find(dir, 9, (path, about) -> about.isRegularFile() && about.size() == 3)));
        t(() -> Files.walk(dir.resolve("none")));
        t(() -> Files.list(sub.resolve("v")));
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(sub, path -> path.endsWith("v"))) {
            Iterator<Path> each = entries.iterator();
            t(entries::iterator);
            p(each.next() + " " + each.hasNext());
            t(() -> { each.remove(); return 0; });
            t(each::next);
        }
        try (Stream<Path> all = Files.walk(dir)) {
            all.sorted(Comparator.reverseOrder()).forEach(path -> t(() -> Files.deleteIfExists(path)));
        }
        p(Files.exists(dir));
    }
}
