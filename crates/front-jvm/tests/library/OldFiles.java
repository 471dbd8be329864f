import java.io.*;
import java.nio.file.Files;
import java.util.*;

public class OldFiles {
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
        File dir = Files.createTempDirectory("old").toFile();
        made = dir.getPath();
        streams(dir);
        trees(dir);
        p(dir.delete() + " " + dir.exists());
    }

    static void streams(File dir) throws Exception {
        File f = new File(dir, "old.txt");
        p(f.exists() + " " + f.length() + " " + f.delete() + " " + f.createNewFile() + " " + f.createNewFile());
        try (FileOutputStream o = new FileOutputStream(f)) {
            o.write(new byte[] {'f', 'i', 'r', 's', 't', 10});
        }
        try (FileOutputStream o = new FileOutputStream(f.getPath(), true)) {
            o.write(new byte[] {'s', 'e', 'c', 'o', 'n', 'd', '!'}, 0, 6);
        }
        FileInputStream in = new FileInputStream(f.getPath());
        p(in.read() + " " + in.skip(3) + " " + in.available() + " " + in.readAllBytes().length + " " + in.skip(4) + " " + in.read());
        in.close();
        in.close();
        t(in::read);
        t(() -> in.read(new byte[0]));
        t(() -> in.read(new byte[1], 1, 1));
        t(in::available);
        t(() -> new FileInputStream(dir));
        t(() -> new FileOutputStream(dir));
        t(() -> new FileInputStream(new File(f, "x")));
        t(() -> new FileInputStream(new File(dir, "none")));
        t(() -> new File(dir, "no/none").createNewFile());
        t(() -> File.createTempFile("ab", null));
        f.delete();
    }

    static void trees(File dir) throws Exception {
        File f = new File(dir, "f");
        p(f.createNewFile() + " " + f.isHidden() + " " + new File(dir, ".h").isHidden());
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
