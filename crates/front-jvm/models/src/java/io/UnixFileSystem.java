package java.io;

import commute.rt.TempFiles;

/** What {@link File} asks of the machine: the files that the program has made. What is native is refused. */
class UnixFileSystem extends FileSystem {
    public UnixFileSystem() {
    }

    @Override
    public char getSeparator() {
        return '/';
    }

    @Override
    public char getPathSeparator() {
        return ':';
    }

    /** Without slashes that follow others or, but for the root, are the last character. */
    @Override
    public String normalize(String path) {
        int length = path.length();
        if (path.indexOf("//") < 0 && (length < 2 || path.charAt(length - 1) != '/')) {
            return path;
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            if (path.charAt(i) != '/' || i == 0 || path.charAt(i - 1) != '/') {
                text.append(path.charAt(i));
            }
        }
        int end = text.length() - 1;
        if (end > 0 && text.charAt(end) == '/') {
            text.setLength(end);
        }
        return text.toString();
    }

    @Override
    public int prefixLength(String path) {
        return path.startsWith("/") ? 1 : 0;
    }

    @Override
    public String resolve(String parent, String child) {
        return child.isEmpty() ? parent : normalize(parent + "/" + child);
    }

    @Override
    public String getDefaultParent() {
        return "/";
    }

    @Override
    public String fromURIPath(String path) {
        return path.endsWith("/") && path.length() > 1 ? path.substring(0, path.length() - 1) : path;
    }

    @Override
    public boolean isAbsolute(File file) {
        return file.getPath().startsWith("/");
    }

    @Override
    public boolean isInvalid(File file) {
        return file.getPath().indexOf('\0') >= 0;
    }

    /** What a path without a root begins at is not known. */
    @Override
    public String resolve(File file) {
        if (!isAbsolute(file)) {
            TempFiles.refuse();
        }
        return file.getPath();
    }

    @Override
    public String canonicalize(String path) {
        return TempFiles.canonical(path);
    }

    public int getBooleanAttributes0(File file) {
        TempFiles.Place place = TempFiles.look(file.getPath());
        if (place.isFile()) {
            return BA_EXISTS | BA_REGULAR;
        }
        return place.isDirectory() ? BA_EXISTS | BA_DIRECTORY : 0;
    }

    @Override
    public int getBooleanAttributes(File file) {
        return getBooleanAttributes0(file) | (file.getName().startsWith(".") ? BA_HIDDEN : 0);
    }

    @Override
    public boolean hasBooleanAttributes(File file, int wanted) {
        return (getBooleanAttributes(file) & wanted) == wanted;
    }

    @Override
    public boolean checkAccess(File file, int access) {
        TempFiles.Place place = TempFiles.look(file.getPath());
        return place.isDirectory() || place.isFile() && (access & ACCESS_EXECUTE) == 0;
    }

    @Override
    public long getLength(File file) {
        return TempFiles.look(file.getPath()).size();
    }

    @Override
    public boolean createFileExclusively(String path) throws IOException {
        int how = TempFiles.READ | TempFiles.WRITE | TempFiles.CREATE_NEW;
        int error = TempFiles.open(path, how, true).error;
        if (error != 0 && error != TempFiles.EXISTS) {
            throw new IOException(TempFiles.text(error));
        }
        return error == 0;
    }

    @Override
    public boolean delete(File file) {
        return TempFiles.remove(file.getPath()) == 0;
    }

    @Override
    public String[] list(File file) {
        TempFiles.Place place = TempFiles.look(file.getPath());
        return place.isDirectory() ? TempFiles.list(place) : null;
    }

    @Override
    public boolean createDirectory(File file) {
        return TempFiles.createDirectory(file.getPath()) == 0;
    }

    @Override
    public boolean rename(File from, File to) {
        return TempFiles.rename(from.getPath(), to.getPath()) == 0;
    }

    @Override
    public File[] listRoots() {
        return new File[] {new File("/")};
    }

    @Override
    public int compare(File one, File other) {
        return one.getPath().compareTo(other.getPath());
    }

    @Override
    public int hashCode(File file) {
        return file.getPath().hashCode() ^ 1234321;
    }

    @Override
    public native long getLastModifiedTime(File file);

    @Override
    public native boolean setPermission(File file, int access, boolean enable, boolean ownerOnly);

    @Override
    public native boolean setLastModifiedTime(File file, long time);

    @Override
    public native boolean setReadOnly(File file);

    @Override
    public native long getSpace(File file, int which);

    @Override
    public native int getNameMax(String path);
}
