package commute.rt;

import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;

/** What a file was like when it was asked. Times are refused. */
final class TempAttributes implements BasicFileAttributes {
    private final TempFiles.Node key;
    private final byte[] bytes;

    TempAttributes(TempFiles.Node node) {
        key = node;
        bytes = node.bytes;
    }

    @Override
    public boolean isRegularFile() {
        return bytes != null;
    }

    @Override
    public boolean isDirectory() {
        return bytes == null;
    }

    @Override
    public boolean isSymbolicLink() {
        return false;
    }

    @Override
    public boolean isOther() {
        return false;
    }

    @Override
    public long size() {
        if (bytes == null) {
            TempFiles.sizeOfDirectory();
        }
        return bytes.length;
    }

    @Override
    public Object fileKey() {
        return key;
    }

    @Override
    public native FileTime lastModifiedTime();

    @Override
    public native FileTime lastAccessTime();

    @Override
    public native FileTime creationTime();
}
