package commute.rt;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.spi.FileSystemProvider;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;

/** What {@code Files} asks for, with the calls that the JDK makes on Linux. What is native is refused. */
final class TempProvider extends FileSystemProvider {
    /** What the JDK makes of an error of the system. */
    static IOException exception(int error, Path path, Path other) {
        String file = path.toString();
        String second = other == null ? null : other.toString();
        switch (error) {
            case TempFiles.MISSING:
                return new NoSuchFileException(file, second, null);
            case TempFiles.EXISTS:
                return new FileAlreadyExistsException(file, second, null);
            default:
                return new FileSystemException(file, second, TempFiles.text(error));
        }
    }

    private static void check(int error, Path path) throws IOException {
        if (error != 0) {
            throw exception(error, path, null);
        }
    }

    private static TempFiles.Place existing(Path path) throws IOException {
        TempFiles.Place place = TempFiles.look(TempPath.of(path).toString());
        check(place.error, path);
        return place;
    }

    @Override
    public String getScheme() {
        return "file";
    }

    @Override
    public InputStream newInputStream(Path path, OpenOption... options) throws IOException {
        for (OpenOption option : options) {
            if (option == StandardOpenOption.APPEND || option == StandardOpenOption.WRITE) {
                throw new UnsupportedOperationException("'" + option + "' not allowed");
            }
        }
        return new TempInput(open(path, flags(options)));
    }

    @Override
    public OutputStream newOutputStream(Path path, OpenOption... options) throws IOException {
        int flags = TempFiles.CREATE | TempFiles.TRUNCATE;
        if (options.length > 0) {
            for (OpenOption option : options) {
                if (option == StandardOpenOption.READ) {
                    throw new IllegalArgumentException("READ not allowed");
                }
            }
            flags = flags(options);
        }
        return new TempOutput(open(path, flags | TempFiles.WRITE));
    }

    @Override
    public SeekableByteChannel newByteChannel(Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
            throws IOException {
        if (attributes.length > 0) {
            attributesOfFiles();
        }
        return new TempChannel(open(path, flags(options.toArray(new OpenOption[0]))));
    }

    private static int flags(OpenOption[] options) {
        int flags = 0;
        for (OpenOption option : options) {
            flags |= flag(option);
        }
        return flags;
    }

    private static int flag(OpenOption option) {
        if (option == StandardOpenOption.READ) {
            return TempFiles.READ;
        } else if (option == StandardOpenOption.WRITE) {
            return TempFiles.WRITE;
        } else if (option == StandardOpenOption.APPEND) {
            return TempFiles.APPEND;
        } else if (option == StandardOpenOption.TRUNCATE_EXISTING) {
            return TempFiles.TRUNCATE;
        } else if (option == StandardOpenOption.CREATE) {
            return TempFiles.CREATE;
        } else if (option == StandardOpenOption.CREATE_NEW) {
            return TempFiles.CREATE_NEW;
        } else if (option == null) {
            throw new NullPointerException();
        } else if (option == StandardOpenOption.DELETE_ON_CLOSE || !(option instanceof StandardOpenOption)) {
            attributesOfFiles();
        }
        // How fast it gets to the disk.
        return 0;
    }

    private static TempFiles.Open open(Path path, int flags) throws IOException {
        if ((flags & (TempFiles.READ | TempFiles.WRITE)) == 0) {
            flags |= (flags & TempFiles.APPEND) != 0 ? TempFiles.WRITE : TempFiles.READ;
        }
        if ((flags & TempFiles.APPEND) != 0 && (flags & TempFiles.READ) != 0) {
            throw new IllegalArgumentException("READ + APPEND not allowed");
        }
        if ((flags & TempFiles.APPEND) != 0 && (flags & TempFiles.TRUNCATE) != 0) {
            throw new IllegalArgumentException("APPEND + TRUNCATE_EXISTING not allowed");
        }
        TempFiles.Open open = TempFiles.open(TempPath.of(path).toString(), flags, false);
        check(open.error, path);
        return open;
    }

    @Override
    public DirectoryStream<Path> newDirectoryStream(Path path, DirectoryStream.Filter<? super Path> filter) throws IOException {
        TempFiles.Place place = TempFiles.look(TempPath.of(path).toString());
        if (place.error == TempFiles.NOT_DIRECTORY || place.isFile()) {
            throw new NotDirectoryException(path.toString());
        }
        check(place.error, path);
        if (filter == null) {
            throw new NullPointerException();
        }
        return new TempEntries(path, TempFiles.list(place), filter);
    }

    @Override
    public void createDirectory(Path path, FileAttribute<?>... attributes) throws IOException {
        if (attributes.length > 0) {
            attributesOfFiles();
        }
        check(TempFiles.createDirectory(TempPath.of(path).toString()), path);
    }

    @Override
    public void delete(Path path) throws IOException {
        int error = TempFiles.remove(TempPath.of(path).toString());
        if (error == TempFiles.NOT_EMPTY) {
            throw new DirectoryNotEmptyException(path.toString());
        }
        check(error, path);
    }

    @Override
    public void copy(Path source, Path target, CopyOption... options) throws IOException {
        boolean replaces = false;
        for (CopyOption option : options) {
            replaces |= option == StandardCopyOption.REPLACE_EXISTING;
            checkOption(option, StandardCopyOption.ATOMIC_MOVE);
        }
        TempFiles.Place from = existing(source);
        if (isSameAfterRoom(from, target, replaces)) {
            return;
        }
        if (from.isDirectory()) {
            createDirectory(target);
            return;
        }
        TempFiles.Open in = open(source, TempFiles.READ);
        TempFiles.Open out = open(target, TempFiles.WRITE | TempFiles.CREATE_NEW);
        byte[] some = new byte[8192];
        int count = in.read(some, 0, some.length);
        while (count > 0) {
            out.write(some, 0, count);
            count = in.read(some, 0, some.length);
        }
    }

    @Override
    public void move(Path source, Path target, CopyOption... options) throws IOException {
        boolean replaces = false;
        boolean atomic = false;
        for (CopyOption option : options) {
            replaces |= option == StandardCopyOption.REPLACE_EXISTING;
            atomic |= option == StandardCopyOption.ATOMIC_MOVE;
            checkOption(option, StandardCopyOption.COPY_ATTRIBUTES);
        }
        if (!atomic && isSameAfterRoom(existing(source), target, replaces)) {
            return;
        }
        int error = TempFiles.rename(TempPath.of(source).toString(), TempPath.of(target).toString());
        if (error != 0) {
            throw exception(error, source, target);
        }
    }

    private static void checkOption(CopyOption option, CopyOption unsupported) {
        if (option == null) {
            throw new NullPointerException();
        }
        if (option == unsupported || !(option instanceof StandardCopyOption) && option != LinkOption.NOFOLLOW_LINKS) {
            throw new UnsupportedOperationException("Unsupported copy option");
        }
    }

    /** Whether two files are the same; otherwise there is room for the second one afterwards. */
    private boolean isSameAfterRoom(TempFiles.Place from, Path target, boolean replaces) throws IOException {
        TempFiles.Place to = TempFiles.look(TempPath.of(target).toString());
        if (to.error != 0) {
            return false;
        }
        if (from.node == to.node) {
            return true;
        }
        if (!replaces) {
            throw new FileAlreadyExistsException(target.toString());
        }
        delete(target);
        return false;
    }

    @Override
    public boolean isSameFile(Path one, Path other) throws IOException {
        return TempPath.of(one).equals(other) || existing(one).node == existing(other).node;
    }

    @Override
    public boolean isHidden(Path path) {
        Path name = TempPath.of(path).getFileName();
        return name != null && name.toString().startsWith(".");
    }

    @Override
    public void checkAccess(Path path, AccessMode... modes) throws IOException {
        TempFiles.Place place = existing(path);
        for (AccessMode mode : modes) {
            if (mode == AccessMode.EXECUTE && place.isFile()) {
                throw new AccessDeniedException(path.toString());
            }
        }
    }

    @Override
    @SuppressWarnings("unchecked")
    public <A extends BasicFileAttributes> A readAttributes(Path path, Class<A> type, LinkOption... options)
            throws IOException {
        if (type != BasicFileAttributes.class) {
            attributesOfFiles();
        }
        return (A) new TempAttributes(existing(path).node);
    }

    /** Refused. */
    private static native void attributesOfFiles();

    @Override
    public native FileSystem newFileSystem(URI uri, Map<String, ?> environment);

    @Override
    public native FileSystem newFileSystem(Path path, Map<String, ?> environment);

    @Override
    public native FileSystem getFileSystem(URI uri);

    @Override
    public native Path getPath(URI uri);

    @Override
    public native FileChannel newFileChannel(Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes);

    @Override
    public native AsynchronousFileChannel newAsynchronousFileChannel(
        Path path, Set<? extends OpenOption> options, ExecutorService executor, FileAttribute<?>... attributes);

    @Override
    public native void createSymbolicLink(Path link, Path target, FileAttribute<?>... attributes);

    @Override
    public native void createLink(Path link, Path existing);

    @Override
    public native Path readSymbolicLink(Path link);

    @Override
    public native FileStore getFileStore(Path path);

    @Override
    public native <V extends FileAttributeView> V getFileAttributeView(Path path, Class<V> type, LinkOption... options);

    @Override
    public native Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options);

    @Override
    public native void setAttribute(Path path, String attribute, Object value, LinkOption... options);
}
