package commute.rt;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.util.Objects;
import java.util.stream.Stream;
import jdk.internal.access.SharedSecrets;

/** Methods of the JDK that ask the machine for files: the receiver, if there is one, is the first parameter. */
final class TempCalls {
    private TempCalls() {
    }

    /** {@link Files#readAllBytes}. */
    static byte[] readAllBytes(Path path) throws IOException {
        try (InputStream in = Files.newInputStream(path)) {
            return in.readAllBytes();
        }
    }

    /** {@link Files#readString(Path, Charset)}. */
    static String readString(Path path, Charset charset) throws IOException {
        Objects.requireNonNull(path);
        Objects.requireNonNull(charset);
        return SharedSecrets.getJavaLangAccess().newStringNoRepl(readAllBytes(path), charset);
    }

    /** {@link Files#writeString(Path, CharSequence, Charset, OpenOption...)}. */
    static Path writeString(Path path, CharSequence text, Charset charset, OpenOption[] options) throws IOException {
        Objects.requireNonNull(path);
        Objects.requireNonNull(text);
        Objects.requireNonNull(charset);
        byte[] bytes = SharedSecrets.getJavaLangAccess().getBytesNoRepl(String.valueOf(text), charset);
        return Files.write(path, bytes, options);
    }

    /** {@link Files#lines(Path, Charset)}. */
    static Stream<String> lines(Path path, Charset charset) throws IOException {
        BufferedReader reader = Files.newBufferedReader(path, charset);
        return reader.lines().onClose(() -> {
            try {
                reader.close();
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        });
    }

    /** {@link Files#createTempFile}. */
    static Path createTempFile(Path directory, String prefix, String suffix, FileAttribute<?>[] attributes)
            throws IOException {
        return Files.createFile(temporary(directory, prefix, suffix == null ? ".tmp" : suffix), attributes);
    }

    /** {@link Files#createTempDirectory}. */
    static Path createTempDirectory(Path directory, String prefix, FileAttribute<?>[] attributes) throws IOException {
        return Files.createDirectory(temporary(directory, prefix, ""), attributes);
    }

    /** A path that there was not yet. */
    private static Path temporary(Path directory, String prefix, String suffix) {
        Path into = directory == null ? TempPath.of(TempFiles.ROOT) : directory;
        Path name;
        do {
            name = TempPath.of((prefix == null ? "" : prefix) + TempFiles.number() + suffix);
            if (name.getParent() != null) {
                throw new IllegalArgumentException("Invalid prefix or suffix");
            }
        } while (TempFiles.look(into.resolve(name).toString()).error == 0);
        return into.resolve(name);
    }

    /** {@link File#createTempFile(String, String, File)}. */
    static File createTempFile(String prefix, String suffix, File directory) throws IOException {
        if (prefix.length() < 3) {
            throw new IllegalArgumentException(
                "Prefix string \"" + prefix + "\" too short: length must be at least 3");
        }
        File into = directory == null ? new File(TempFiles.ROOT) : directory;
        String start = new File(prefix).getName();
        File file;
        do {
            String name = start + TempFiles.number() + (suffix == null ? ".tmp" : suffix);
            file = new File(into, name);
            if (!name.equals(file.getName())) {
                throw new IOException("Unable to create temporary file, " + name);
            }
        } while (!file.createNewFile());
        return file;
    }
}
