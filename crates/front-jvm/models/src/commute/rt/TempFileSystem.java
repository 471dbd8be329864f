package commute.rt;

import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.WatchService;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.spi.FileSystemProvider;
import java.util.Set;

/** The default file system: {@link TempFiles}. What is native is refused. */
final class TempFileSystem extends FileSystem {
    static final TempFileSystem ONLY = new TempFileSystem();

    private final TempProvider provider = new TempProvider();

    private TempFileSystem() {
    }

    /** {@link java.nio.file.FileSystems#getDefault}. */
    static FileSystem only() {
        return ONLY;
    }

    @Override
    public FileSystemProvider provider() {
        return provider;
    }

    @Override
    public Path getPath(String first, String... more) {
        StringBuilder text = new StringBuilder(first);
        for (String part : more) {
            if (!part.isEmpty()) {
                text.append(text.length() == 0 ? "" : "/").append(part);
            }
        }
        return TempPath.of(text.toString());
    }

    @Override
    public void close() {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    @Override
    public boolean isReadOnly() {
        return false;
    }

    @Override
    public String getSeparator() {
        return "/";
    }

    @Override
    public native Iterable<Path> getRootDirectories();

    @Override
    public native Iterable<FileStore> getFileStores();

    @Override
    public native Set<String> supportedFileAttributeViews();

    @Override
    public native PathMatcher getPathMatcher(String pattern);

    @Override
    public native UserPrincipalLookupService getUserPrincipalLookupService();

    @Override
    public native WatchService newWatchService();
}
