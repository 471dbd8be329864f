import java.io.*;
import java.nio.file.*;
import java.util.*;
import java.util.stream.*;

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

    public static void main(String[] args) throws Exception {
        Path dir = Files.createTempDirectory("commute");
        made = dir.toString();
        p(dir.startsWith(System.getProperty("java.io.tmpdir")) + " " + dir.getFileName().toString().startsWith("commute"));
        paths();
        files(dir);
        options(dir);
        moved(dir);
        trees(dir);
        old(dir.toFile());
        Files.delete(dir);
        p(Files.exists(dir) + " " + Files.notExists(dir));
    }

    static void paths() {
        Path a = Path.of("/a//b", "", "../c/", ".");
        p(a + " " + a.normalize() + " " + a.getNameCount() + " " + a.getName(1) + " " + a.getParent() + " " + a.getRoot());
        p(Paths.get("x").resolve("y/z").subpath(1, 3) + " " + Path.of("").resolve("q") + " " + Path.of("/").resolve("q"));
        p(Path.of("/").getFileName() + " " + Path.of("x").getParent() + " " + Path.of("/x").getParent() + " " + Path.of("").getNameCount());
        String[] all = {"/a/b", "/", "a", "../b", "", "a/..", "/a/../b"};
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
        p(Path.of("/é").hashCode() + " " + Path.of("ab").hashCode() + " " + Path.of("é").compareTo(Path.of("z")));
        p(Path.of("a/b").resolveSibling("c") + " " + Path.of("a/b").equals(Path.of("a//b/")) + " " + Path.of("/a/b").toFile().getName());
        t(() -> Path.of("a\0b"));
        t(() -> Path.of("a").getName(1));
        for (Path name : Path.of("/u/v")) {
            p(name);
        }
    }

    static void files(Path dir) throws Exception {
        Path f = dir.resolve("f");
        t(() -> Files.readString(f));
        t(() -> Files.size(f));
        t(() -> Files.readString(Files.writeString(f, "hé\nb")));
        p(Files.size(f) + " " + Files.isRegularFile(f) + Files.isDirectory(f) + Files.isReadable(f) + Files.isExecutable(f) + Files.isHidden(f));
        p(Arrays.toString(Files.readAllBytes(f)));
        t(() -> Files.createFile(f));
        t(() -> Files.createDirectory(f));
        t(() -> Files.createDirectories(f));
        t(() -> Files.readString(f.resolve("g")));
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
        t(() -> Files.writeString(f, "x", StandardOpenOption.CREATE_NEW));
        t(() -> Files.writeString(f, "x", StandardOpenOption.CREATE_NEW));
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
        p(Files.readString(f));
        one.close();
        t(() -> { one.write(1); return null; });
        InputStream in = Files.newInputStream(f);
        p(in.available() + " " + in.skip(1) + " " + in.read() + " " + in.skip(9) + " " + in.read());
        Files.delete(f);
        other.write('f');
        in.close();
        t(() -> in.read());
    }

    static void moved(Path dir) throws Exception {
        Path a = Files.writeString(dir.resolve("a"), "A");
        Path b = Files.writeString(dir.resolve("b"), "B");
        Path sub = Files.createDirectories(dir.resolve("s/t")).getParent();
        t(() -> Files.copy(a, b));
        t(() -> Files.readString(Files.copy(a, b, StandardCopyOption.REPLACE_EXISTING)));
        t(() -> Files.move(a, b));
        t(() -> Files.copy(a, sub, StandardCopyOption.REPLACE_EXISTING));
        t(() -> Files.move(sub, sub.resolve("u")));
        t(() -> Files.move(dir.resolve("c"), b));
        t(() -> Files.move(a, dir.resolve("c/d")));
        t(() -> Files.copy(a, b, StandardCopyOption.ATOMIC_MOVE));
        t(() -> Files.readString(Files.move(b, sub.resolve("v"))) + Files.exists(b));
        t(() -> Files.move(a, sub.resolve("v"), StandardCopyOption.REPLACE_EXISTING));
        t(() -> Files.copy(new ByteArrayInputStream(new byte[3]), a));
        t(() -> { Files.delete(sub); return null; });
        Files.delete(a);
    }

    static void trees(Path dir) throws Exception {
        try (Stream<Path> all = Files.walk(dir)) {
            p(all.sorted().map(path -> dir.relativize(path).toString()).collect(Collectors.toList()));
        }
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(dir)) {
            entries.forEach(TempFiles::p);
        }
        try (Stream<Path> all = Files.walk(dir.resolve("s"))) {
            all.sorted(Comparator.reverseOrder()).forEach(path -> t(() -> Files.deleteIfExists(path)));
        }
        p(Files.list(dir).count());
    }

    static void old(File dir) throws Exception {
        File f = new File(dir, "old.txt");
        p(f.exists() + " " + f.length() + " " + f.delete() + " " + f.createNewFile() + " " + f.createNewFile());
        try (FileOutputStream o = new FileOutputStream(f)) {
            o.write("first\n".getBytes());
        }
        try (FileOutputStream o = new FileOutputStream(f.getPath(), true)) {
            o.write("second".getBytes(), 0, 6);
        }
        FileInputStream in = new FileInputStream(f.getPath());
        p(in.read() + " " + in.skip(3) + " " + in.available() + " " + new String(in.readAllBytes()).length() + " " + in.skip(4) + " " + in.read());
        in.close();
        t(in::read);
        t(() -> new FileInputStream(dir));
        t(() -> new FileOutputStream(dir));
        t(() -> new FileReader(new File(f, "x")));
        t(() -> new FileInputStream(new File(dir, "none")));
        t(() -> new File(dir, "no/none").createNewFile());
        t(() -> File.createTempFile("ab", null));
        File deep = new File(dir, "x/y");
        p(deep.mkdir() + " " + deep.mkdirs() + " " + deep.mkdirs() + " " + deep.isDirectory() + " " + deep.getParentFile().getName());
        File temporary = File.createTempFile("abc", ".x", deep);
        p(temporary.getName().startsWith("abc") + " " + temporary.isFile() + " " + temporary.canWrite() + " " + temporary.canExecute());
        temporary.deleteOnExit();
        p(deep.delete() + " " + temporary.renameTo(new File(deep, "z")) + " " + Arrays.toString(deep.list()) + " " + temporary.exists());
        p(deep.renameTo(new File(deep, "in")) + " " + new File(deep, "z").renameTo(dir) + " " + f.list() + " " + deep.listFiles()[0].toPath());
        p(deep.equals(new File(dir, "x//y/")) + " " + f.compareTo(deep) + " " + f.getAbsolutePath() + " " + new File(deep, "../y").getCanonicalPath());
        p(new File(deep, "z").delete() + " " + deep.delete() + " " + deep.getParentFile().delete() + " " + f.delete() + " " + dir.list().length);
    }
}
