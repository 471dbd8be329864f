package commute.rt;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.NoSuchElementException;

/** The entries that a directory had when it was opened. */
final class TempEntries implements DirectoryStream<Path>, Iterator<Path> {
    private final Path directory;
    private final String[] names;
    private final Filter<? super Path> filter;
    private int at;
    private Path next;
    private boolean isIterated;
    private boolean isClosed;

    TempEntries(Path directory, String[] names, Filter<? super Path> filter) {
        this.directory = directory;
        this.names = names;
        this.filter = filter;
    }

    @Override
    public Iterator<Path> iterator() {
        if (isClosed) {
            throw new IllegalStateException("Directory stream is closed");
        }
        if (isIterated) {
            throw new IllegalStateException("Iterator already obtained");
        }
        isIterated = true;
        return this;
    }

    @Override
    public boolean hasNext() {
        while (next == null && at < names.length && !isClosed) {
            Path entry = directory.resolve(names[at++]);
            try {
                next = filter.accept(entry) ? entry : null;
            } catch (IOException failed) {
                throw new DirectoryIteratorException(failed);
            }
        }
        return next != null;
    }

    @Override
    public Path next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        Path entry = next;
        next = null;
        return entry;
    }

    @Override
    public void remove() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {
        isClosed = true;
    }
}
