package commute.rt;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.ProviderMismatchException;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.Arrays;

/** A path of Unix. */
final class TempPath implements Path {
    /** No slash follows another one or, but for the root, is the last character. */
    private final String path;

    private TempPath(String path) {
        this.path = path;
    }

    static TempPath of(String text) {
        if (text.indexOf('\0') >= 0) {
            throw new InvalidPathException(text, "Nul character not allowed");
        }
        return join(text.startsWith("/"), TempFiles.split(text), 0);
    }

    static TempPath of(Path path) {
        if (path == null) {
            throw new NullPointerException();
        }
        if (!(path instanceof TempPath)) {
            throw new ProviderMismatchException();
        }
        return (TempPath) path;
    }

    private static TempPath join(boolean absolute, String[] names, int from) {
        StringBuilder text = new StringBuilder(absolute ? "/" : "");
        for (int i = from; i < names.length; i++) {
            text.append(i == from ? "" : "/").append(names[i]);
        }
        return new TempPath(text.toString());
    }

    /** The empty path has one name, which is empty. */
    private String[] names() {
        return path.isEmpty() ? new String[] {""} : TempFiles.split(path);
    }

    @Override
    public FileSystem getFileSystem() {
        return TempFileSystem.ONLY;
    }

    @Override
    public boolean isAbsolute() {
        return path.startsWith("/");
    }

    @Override
    public Path getRoot() {
        return isAbsolute() ? new TempPath("/") : null;
    }

    @Override
    public Path getFileName() {
        String[] names = names();
        return names.length == 0 ? null : new TempPath(names[names.length - 1]);
    }

    @Override
    public Path getParent() {
        int end = path.lastIndexOf('/');
        if (end < 0 || path.length() == 1) {
            return null;
        }
        return new TempPath(path.substring(0, Math.max(end, 1)));
    }

    @Override
    public int getNameCount() {
        return names().length;
    }

    @Override
    public Path getName(int index) {
        String[] names = names();
        if (index < 0 || index >= names.length) {
            throw new IllegalArgumentException();
        }
        return new TempPath(names[index]);
    }

    @Override
    public Path subpath(int begin, int end) {
        String[] names = names();
        if (begin < 0 || begin >= names.length || end > names.length || begin >= end) {
            throw new IllegalArgumentException();
        }
        return join(false, Arrays.copyOfRange(names, begin, end), 0);
    }

    @Override
    public boolean startsWith(Path other) {
        if (other == null) {
            throw new NullPointerException();
        }
        if (!(other instanceof TempPath) || isAbsolute() != other.isAbsolute()) {
            return false;
        }
        String[] names = names();
        String[] theirs = ((TempPath) other).names();
        return theirs.length <= names.length && hasAt(names, 0, theirs);
    }

    @Override
    public boolean endsWith(Path other) {
        if (other == null) {
            throw new NullPointerException();
        }
        if (!(other instanceof TempPath)) {
            return false;
        }
        String[] names = names();
        String[] theirs = ((TempPath) other).names();
        if (other.isAbsolute()) {
            return equals(other);
        }
        return theirs.length <= names.length && hasAt(names, names.length - theirs.length, theirs);
    }

    private static boolean hasAt(String[] names, int at, String[] theirs) {
        for (int i = 0; i < theirs.length; i++) {
            if (!names[at + i].equals(theirs[i])) {
                return false;
            }
        }
        return true;
    }

    @Override
    public TempPath normalize() {
        if (path.isEmpty()) {
            return this;
        }
        String[] names = names();
        String[] kept = new String[names.length];
        int count = 0;
        for (String name : names) {
            if (name.equals("..") && count > 0 && !kept[count - 1].equals("..")) {
                count--;
            } else if (!name.equals(".") && !(name.equals("..") && isAbsolute())) {
                kept[count++] = name;
            }
        }
        return join(isAbsolute(), Arrays.copyOf(kept, count), 0);
    }

    @Override
    public Path resolve(Path other) {
        String theirs = of(other).path;
        if (other.isAbsolute() || path.isEmpty()) {
            return other;
        }
        if (theirs.isEmpty()) {
            return this;
        }
        return new TempPath(path.endsWith("/") ? path + theirs : path + "/" + theirs);
    }

    @Override
    public Path relativize(Path to) {
        TempPath other = of(to);
        if (equals(other)) {
            return new TempPath("");
        }
        if (isAbsolute() != other.isAbsolute()) {
            throw new IllegalArgumentException("'other' is different type of Path");
        }
        if (path.isEmpty()) {
            return other;
        }
        boolean dots = hasDots(names(), 0) || hasDots(other.names(), 0);
        String[] base = dots ? normalize().names() : names();
        String[] child = dots ? other.normalize().names() : other.names();
        int same = 0;
        while (same < base.length && same < child.length && base[same].equals(child[same])) {
            same++;
        }
        TempPath rest = join(false, child, same);
        if (same == base.length || base[same].isEmpty()) {
            return rest;
        }
        if (hasDots(base, same)) {
            throw new IllegalArgumentException("Unable to compute relative  path from " + this + " to " + to);
        }
        String[] up = new String[base.length - same];
        Arrays.fill(up, "..");
        return join(false, up, 0).resolve(rest);
    }

    private static boolean hasDots(String[] names, int from) {
        for (int i = from; i < names.length; i++) {
            if (TempFiles.isDots(names[i])) {
                return true;
            }
        }
        return false;
    }

    /** What a path without a root begins at is not known. */
    @Override
    public Path toAbsolutePath() {
        if (!isAbsolute()) {
            TempFiles.refuse();
        }
        return this;
    }

    @Override
    public Path toRealPath(LinkOption... options) throws IOException {
        int error = TempFiles.look(path).error;
        if (error != 0) {
            throw TempProvider.exception(error, this, null);
        }
        return normalize();
    }

    @Override
    public native URI toUri();

    @Override
    public native WatchKey register(WatchService watcher, WatchEvent.Kind<?>[] events, WatchEvent.Modifier... modifiers);

    /** By bytes, as Unix has it. */
    @Override
    public int compareTo(Path to) {
        String other = ((TempPath) to).path;
        if (isAscii(path) && isAscii(other)) {
            return path.compareTo(other);
        }
        byte[] ours = path.getBytes(StandardCharsets.UTF_8);
        byte[] theirs = other.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < ours.length && i < theirs.length; i++) {
            if (ours[i] != theirs[i]) {
                return (ours[i] & 255) - (theirs[i] & 255);
            }
        }
        return ours.length - theirs.length;
    }

    private static boolean isAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= 128) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TempPath && path.equals(((TempPath) other).path);
    }

    @Override
    public int hashCode() {
        if (isAscii(path)) {
            return path.hashCode();
        }
        int hash = 0;
        for (byte b : path.getBytes(StandardCharsets.UTF_8)) {
            hash = 31 * hash + (b & 255);
        }
        return hash;
    }

    @Override
    public String toString() {
        return path;
    }
}
