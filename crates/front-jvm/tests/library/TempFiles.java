import java.io.*;
import java.nio.file.*;
import java.util.*;

public class TempFiles {
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

    /** Characters that are bytes: charsets have tests of their own. */
    @SuppressWarnings("deprecation")
    static Path write(Path file, String text, OpenOption... options) throws IOException {
        byte[] bytes = new byte[text.length()];
        text.getBytes(0, bytes.length, bytes, 0);
        return Files.write(file, bytes, options);
    }

    @SuppressWarnings("deprecation")
    static String text(Path file) throws IOException {
        return new String(Files.readAllBytes(file), 0);
    }

    public static void main(String[] args) throws Exception {
        Path dir = Files.createTempDirectory("commute");
        made = dir.toString();
        p(dir.startsWith(System.getProperty("java.io.tmpdir")) + " " + dir.getFileName().toString().startsWith("commute"));
        paths();
        files(dir);
        options(dir);
        moved(dir);
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(dir)) {
            entries.forEach(TempFiles::p);
        }
        Files.delete(dir.resolve("s/v"));
        Files.delete(dir.resolve("s/t"));
        Files.delete(dir.resolve("s"));
        Files.delete(dir);
        p(Files.exists(dir) + " " + Files.notExists(dir));
    }

    static void paths() {
        Path a = Path.of("/a//b", "", "../c/", ".");
        p(a + " " + a.normalize() + " " + a.getNameCount() + " " + a.getName(1) + " " + a.getParent() + " " + a.getRoot());
        p(Paths.get("x").resolve("y/z").subpath(1, 3) + " " + Path.of("").resolve("q") + " " + Path.of("/").resolve("q"));
        p(Path.of("/").getFileName() + " " + Path.of("x").getParent() + " " + Path.of("/x").getParent() + " " + Path.of("").getNameCount());
        String[] all = {"/a/b", "/", "../b", ""};
        for (String one : all) {
            StringBuilder line = new StringBuilder(one + ": " + Path.of(one).normalize());
            for (String other : all) {
                Path x = Path.of(one);
                Path y = Path.of(other);
                line.append(' ').append(x.startsWith(y) ? 's' : '-').append(x.endsWith(y) ? 'e' : '-').append(x.compareTo(y));
                try {
                    line.append(' ').append(x.relativize(y));
                } catch (IllegalArgumentException e) {
                    line.append(' ').append(e.getMessage());
                }
            }
            p(line);
        }
        p(Path.of("a/b").resolveSibling("c") + " " + Path.of("a/b").equals(Path.of("a//b/")) + " " + Path.of("/a/b").toFile().getName());
        t(() -> Path.of("a\0b"));
        t(() -> Path.of("a").getName(1));
        for (Path name : Path.of("/u/v")) {
            p(name);
        }
    }

    static void files(Path dir) throws Exception {
        Path f = dir.resolve("f");
        t(() -> Files.readAllBytes(f));
        t(() -> Files.size(f));
        t(() -> text(write(f, "hi\nb")));
        p(Files.size(f) + " " + Files.isRegularFile(f) + Files.isDirectory(f) + Files.isReadable(f) + Files.isExecutable(f) + Files.isHidden(f));
        p(Arrays.toString(Files.readAllBytes(f)));
        t(() -> Files.createFile(f));
        t(() -> Files.createDirectory(f));
        t(() -> Files.createDirectories(f));
        t(() -> Files.newInputStream(f.resolve("g")));
        t(() -> Files.exists(f.resolve("g")));
        t(() -> Files.list(f));
        t(() -> Files.createFile(dir.resolve("no/a")));
        Path temporary = Files.createTempFile(dir, "a", null);
        p(temporary.toString().endsWith(".tmp") + " " + temporary.getParent().equals(dir) + " " + Files.size(temporary));
        p(Files.isSameFile(f, dir.resolve("../" + dir.getFileName() + "/f")) + " " + f.toRealPath());
        Files.delete(temporary);
        t(() -> { Files.delete(f); return Files.deleteIfExists(f); });
        t(() -> { Files.delete(f); return null; });
    }

    static void options(Path dir) throws Exception {
        Path f = dir.resolve("o");
        t(() -> Files.newOutputStream(f, StandardOpenOption.WRITE));
        t(() -> write(f, "x", StandardOpenOption.CREATE_NEW));
        t(() -> write(f, "x", StandardOpenOption.CREATE_NEW));
        t(() -> Files.newOutputStream(f, StandardOpenOption.READ));
        t(() -> Files.newInputStream(f, StandardOpenOption.WRITE));
        t(() -> Files.newOutputStream(f, StandardOpenOption.APPEND, StandardOpenOption.TRUNCATE_EXISTING));
        t(() -> Files.newOutputStream(dir));
        t(() -> Files.newInputStream(dir).read());
        OutputStream one = Files.newOutputStream(f, StandardOpenOption.APPEND);
        OutputStream other = Files.newOutputStream(f);
        other.write(new byte[] {'a', 'b', 'c'}, 1, 2);
        one.write('d');
        other.write('e');
        p(text(f));
        one.close();
        t(() -> { one.write(1); return null; });
        InputStream in = Files.newInputStream(f);
        p(in.available() + " " + in.skip(1) + " " + in.read() + " " + in.skip(9) + " " + in.read());
        Files.delete(f);
        other.write('f');
        other.close();
        other.close();
        in.close();
        in.close();
        t(() -> in.read(new byte[0]) + " " + in.skip(0));
        t(() -> in.read());
        t(() -> { other.write(new byte[0]); return 0; });
        t(() -> { other.write(new byte[1], 1, 1); return 0; });
    }

    static void moved(Path dir) throws Exception {
        Path a = write(dir.resolve("a"), "A");
        Path b = write(dir.resolve("b"), "B");
        Path sub = Files.createDirectories(dir.resolve("s/t")).getParent();
        t(() -> Files.copy(a, b));
        t(() -> text(Files.copy(a, b, StandardCopyOption.REPLACE_EXISTING)));
        t(() -> Files.move(a, b));
        t(() -> Files.copy(a, sub, StandardCopyOption.REPLACE_EXISTING));
        t(() -> Files.move(sub, sub.resolve("u")));
        t(() -> Files.move(dir.resolve("c"), b));
        t(() -> Files.move(a, dir.resolve("c/d")));
        t(() -> Files.copy(a, b, StandardCopyOption.ATOMIC_MOVE));
        t(() -> text(Files.move(b, sub.resolve("v"))) + Files.exists(b));
        t(() -> Files.move(a, sub.resolve("v"), StandardCopyOption.REPLACE_EXISTING));
        t(() -> { Files.delete(sub); return null; });
    }
}
