package commute.rt;

import java.util.Arrays;

/**
 * The files that the program has made, below the temporary directory. What a call of the system does is one step; what the
 * library makes of several calls is several. Files of the machine are refused, also the question whether they are there.
 */
public final class TempFiles {
    private TempFiles() {
    }

    /** The temporary directory, of which the program finds nothing but what it has made. */
    public static final String ROOT = "/tmp";

    /** What can be wrong. */
    public static final int MISSING = 1;
    public static final int EXISTS = 2;
    public static final int NOT_DIRECTORY = 3;
    public static final int IS_DIRECTORY = 4;
    public static final int NOT_EMPTY = 5;
    public static final int INVALID = 6;
    private static final int OUTSIDE = 7;

    /** How a file is opened: bits. */
    public static final int READ = 1;
    public static final int WRITE = 2;
    public static final int APPEND = 4;
    public static final int TRUNCATE = 8;
    public static final int CREATE = 16;
    public static final int CREATE_NEW = 32;

    private static final byte[] EMPTY = {};

    /** A file or directory. */
    static final class Node {
        String name;
        Node parent;
        /** The first entry of a directory. */
        Node first;
        /** The next entry of the same directory. */
        Node next;
        /** The content, which is replaced as a whole; null for a directory. */
        byte[] bytes;

        Node(String name, byte[] bytes) {
            this.name = name;
            this.bytes = bytes;
        }

        boolean isDirectory() {
            return bytes == null;
        }

        Node child(String wanted) {
            Node at = first;
            while (at != null && !at.name.equals(wanted)) {
                at = at.next;
            }
            return at;
        }

        /** Puts an entry behind the others. */
        void add(Node child) {
            child.parent = this;
            if (first == null) {
                first = child;
                return;
            }
            Node last = first;
            while (last.next != null) {
                last = last.next;
            }
            last.next = child;
        }

        void remove(Node child) {
            if (first == child) {
                first = child.next;
            } else {
                Node before = first;
                while (before.next != child) {
                    before = before.next;
                }
                before.next = child.next;
            }
            child.next = null;
            child.parent = null;
        }

        boolean isBelow(Node other) {
            Node at = this;
            while (at != null && at != other) {
                at = at.parent;
            }
            return at != null;
        }
    }

    /** Where a path leads. */
    public static final class Place {
        /** The directory that has, or would have, the entry; null if it is not there. */
        Node parent;
        String name;
        Node node;
        int error;

        public boolean isDirectory() {
            return node != null && node.isDirectory();
        }

        public boolean isFile() {
            return node != null && !node.isDirectory();
        }

        /** 0 for what is not there. */
        public long size() {
            if (isDirectory()) {
                sizeOfDirectory();
            }
            byte[] content = node == null ? EMPTY : node.bytes;
            return content.length;
        }
    }

    private static final Node TMP = new Node("tmp", null);

    private static int made;

    /** A number for the name of a temporary file: each is given once. */
    static int number() {
        Step.begin();
        int number = ++made;
        Step.end();
        return number;
    }

    /** The names on the way of a path below the temporary directory. */
    private static String[] names(String path) {
        String[] names = split(path);
        if (!path.startsWith("/") || names.length == 0 || !names[0].equals("tmp")) {
            refuse();
        }
        String[] below = new String[names.length - 1];
        for (int i = 0; i < below.length; i++) {
            below[i] = names[i + 1];
        }
        return below;
    }

    /** The names of what is made, removed or moved. */
    private static String[] namesToChange(String path) {
        String[] names = names(path);
        if (names.length == 0 || isDots(names[names.length - 1])) {
            refuse();
        }
        return names;
    }

    static boolean isDots(String name) {
        return name.equals(".") || name.equals("..");
    }

    /** The names between the slashes of a path. */
    static String[] split(String path) {
        int count = 0;
        int length = path.length();
        for (int i = 0; i < length; i++) {
            if (path.charAt(i) != '/' && (i == 0 || path.charAt(i - 1) == '/')) {
                count++;
            }
        }
        String[] names = new String[count];
        int end = 0;
        for (int i = 0; i < count; i++) {
            int start = end;
            while (path.charAt(start) == '/') {
                start++;
            }
            end = start;
            while (end < length && path.charAt(end) != '/') {
                end++;
            }
            names[i] = path.substring(start, end);
        }
        return names;
    }

    /** Follows a path, inside a step. */
    private static Place find(String[] names) {
        Place place = new Place();
        Node at = TMP;
        for (String name : names) {
            if (at == null || !at.isDirectory()) {
                place.error = at == null ? MISSING : NOT_DIRECTORY;
                place.parent = null;
                return place;
            }
            place.parent = at;
            place.name = name;
            if (name.equals("..")) {
                at = at.parent;
                if (at == null) {
                    place.error = OUTSIDE;
                    return place;
                }
            } else if (!name.equals(".")) {
                at = at.child(name);
            }
        }
        place.node = at;
        place.error = at == null ? MISSING : 0;
        return place;
    }

    /** What is there. */
    public static Place look(String path) {
        String[] names = names(path);
        Step.begin();
        Place place = find(names);
        Step.end();
        check(place.error);
        return place;
    }

    /** A path without dots: there are no links below the temporary directory. */
    public static String canonical(String path) {
        look(path);
        return TempPath.of(path).normalize().toString();
    }

    private static int check(int error) {
        if (error == OUTSIDE) {
            refuse();
        }
        return error;
    }

    /** A file that is open, or what is wrong. */
    public static final class Open {
        public final int error;
        private final Node node;
        private final int how;
        /** What a closed file throws is that of a stream, not of a channel. */
        private final boolean isStream;
        private int position;
        private boolean closed;

        Open(int error, Node node, int how, boolean isStream) {
            this.error = error;
            this.node = node;
            this.how = how;
            this.isStream = isStream;
        }

        private void checkOpen(int wanted) throws java.io.IOException {
            if (closed) {
                throw isStream ? new java.io.IOException("Stream Closed") : new java.nio.channels.ClosedChannelException();
            }
            if (wanted != 0 && (how & wanted) == 0) {
                throw wanted == READ
                    ? new java.nio.channels.NonReadableChannelException()
                    : new java.nio.channels.NonWritableChannelException();
            }
            if (wanted == READ && node.isDirectory()) {
                throw new java.io.IOException("Is a directory");
            }
        }

        /** How many bytes were read, or -1 at the end. */
        public int read(byte[] bytes, int offset, int length) throws java.io.IOException {
            checkOpen(READ);
            if (length == 0) {
                return 0;
            }
            Step.begin();
            byte[] content = node.bytes;
            int start = position;
            int count = Math.max(0, Math.min(length, content.length - start));
            position = start + count;
            Step.end();
            System.arraycopy(content, Math.min(start, content.length), bytes, offset, count);
            return count == 0 ? -1 : count;
        }

        public void write(byte[] bytes, int offset, int length) throws java.io.IOException {
            checkOpen(WRITE);
            byte[] more = Arrays.copyOfRange(bytes, offset, offset + length);
            if (length == 0) {
                return;
            }
            Step.begin();
            byte[] before = node.bytes;
            int start = (how & APPEND) != 0 ? before.length : position;
            byte[] after = new byte[Math.max(before.length, start + length)];
            System.arraycopy(before, 0, after, 0, before.length);
            System.arraycopy(more, 0, after, start, length);
            node.bytes = after;
            position = start + length;
            Step.end();
        }

        public int size() throws java.io.IOException {
            checkOpen(0);
            if (node.isDirectory()) {
                sizeOfDirectory();
            }
            return node.bytes.length;
        }

        public int position() throws java.io.IOException {
            checkOpen(0);
            return (how & APPEND) != 0 ? node.bytes.length : position;
        }

        public void position(long wanted) throws java.io.IOException {
            checkOpen(0);
            if (wanted > Integer.MAX_VALUE) {
                tooLarge();
            }
            position = (int) wanted;
        }

        void truncate(long size) throws java.io.IOException {
            checkOpen(WRITE);
            Step.begin();
            if (size < node.bytes.length) {
                node.bytes = Arrays.copyOf(node.bytes, (int) size);
            }
            if (position > size) {
                position = (int) size;
            }
            Step.end();
        }

        public boolean isDirectory() {
            return node.isDirectory();
        }

        boolean isOpen() {
            return !closed;
        }

        public void close() {
            closed = true;
        }
    }

    /** Opens a file, which may make it. */
    public static Open open(String path, int how, boolean isStream) {
        boolean makes = (how & WRITE) != 0 && (how & (CREATE | CREATE_NEW)) != 0;
        String[] names = makes ? namesToOpen(path) : names(path);
        Step.begin();
        Place place = find(names);
        int error = place.error;
        if (makes && error == MISSING && place.parent != null) {
            place.node = new Node(place.name, EMPTY);
            place.parent.add(place.node);
            error = 0;
        } else if (error == 0 && makes && (how & CREATE_NEW) != 0) {
            error = EXISTS;
        } else if (error == 0 && (how & WRITE) != 0 && place.node.isDirectory()) {
            error = IS_DIRECTORY;
        } else if (error == 0 && (how & WRITE) != 0 && (how & TRUNCATE) != 0) {
            place.node.bytes = EMPTY;
        }
        Step.end();
        return new Open(check(error), place.node, how, isStream);
    }

    /** The temporary directory is there; what ends in dots is not made. */
    private static String[] namesToOpen(String path) {
        String[] names = names(path);
        return names.length == 0 ? names : namesToChange(path);
    }

    /** What is wrong, or 0. */
    public static int createDirectory(String path) {
        String[] names = names(path);
        if (names.length == 0) {
            return EXISTS;
        }
        names = namesToChange(path);
        Step.begin();
        Place place = find(names);
        int error = place.error == 0 ? EXISTS : place.error;
        if (error == MISSING && place.parent != null) {
            place.parent.add(new Node(place.name, null));
            error = 0;
        }
        Step.end();
        return check(error);
    }

    public static int remove(String path) {
        String[] names = namesToChange(path);
        Step.begin();
        Place place = find(names);
        int error = place.error;
        if (error == 0 && place.isDirectory() && place.node.first != null) {
            error = NOT_EMPTY;
        }
        if (error == 0) {
            place.parent.remove(place.node);
        }
        Step.end();
        return check(error);
    }

    public static int rename(String from, String to) {
        String[] names = namesToChange(from);
        String[] newNames = namesToChange(to);
        Step.begin();
        Place source = find(names);
        Place target = find(newNames);
        int error = renames(source, target);
        if (error == 0 && source.node != target.node) {
            if (target.node != null) {
                target.parent.remove(target.node);
            }
            source.parent.remove(source.node);
            source.node.name = target.name;
            target.parent.add(source.node);
        }
        Step.end();
        return check(error);
    }

    /** What is wrong if one place becomes the other, in the order in which the system looks. */
    private static int renames(Place source, Place target) {
        if (source.error == OUTSIDE || target.error == OUTSIDE) {
            return OUTSIDE;
        }
        if (source.parent == null || target.parent == null) {
            return source.parent == null ? source.error : target.error;
        }
        if (source.node == null) {
            return MISSING;
        }
        if (source.node == target.node) {
            return 0;
        }
        if (target.parent.isBelow(source.node)) {
            return INVALID;
        }
        if (target.node == null) {
            return 0;
        }
        if (source.node.isBelow(target.node)) {
            return NOT_EMPTY;
        }
        if (source.isDirectory() != target.isDirectory()) {
            return target.isDirectory() ? IS_DIRECTORY : NOT_DIRECTORY;
        }
        return target.node.first == null ? 0 : NOT_EMPTY;
    }

    /** The names in a directory, in the order in which they came there. */
    public static String[] list(Place place) {
        Step.begin();
        int count = 0;
        for (Node at = place.node.first; at != null; at = at.next) {
            count++;
        }
        String[] names = new String[count];
        int i = 0;
        for (Node at = place.node.first; at != null; at = at.next) {
            names[i++] = at.name;
        }
        Step.end();
        return names;
    }

    /** As native code checks it, without a message. */
    public static void checkRange(byte[] bytes, int offset, int length) {
        if (offset < 0 || length < 0 || offset > bytes.length - length) {
            throw new IndexOutOfBoundsException();
        }
    }

    /** What the system says. */
    public static String text(int error) {
        switch (error) {
            case MISSING:
                return "No such file or directory";
            case EXISTS:
                return "File exists";
            case NOT_DIRECTORY:
                return "Not a directory";
            case IS_DIRECTORY:
                return "Is a directory";
            case NOT_EMPTY:
                return "Directory not empty";
            default:
                return "Invalid argument";
        }
    }

    public static void refuse() {
        filesOfTheMachineAreNotRead();
    }

    /** Refused. */
    private static native void filesOfTheMachineAreNotRead();

    static native void sizeOfDirectory();

    private static native void tooLarge();
}
