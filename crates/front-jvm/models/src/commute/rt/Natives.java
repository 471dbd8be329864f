package commute.rt;

import java.util.Properties;
import java.util.UUID;

/** What the JDK leaves to the machine, or takes from its surroundings: the receiver, if there is one, is the first parameter. */
final class Natives {
    private Natives() {
    }

    /** A text that was interned and is no literal. */
    private static final class Interned {
        static Interned last;
        final String text;
        final Interned before;

        Interned(String text, Interned before) {
            this.text = text;
            this.before = before;
        }
    }

    /** {@link String#intern}. */
    static String intern(String text) {
        for (String literal : literals()) {
            if (literal.equals(text)) {
                return literal;
            }
        }
        Step.begin();
        Interned at = Interned.last;
        while (at != null && !at.text.equals(text)) {
            at = at.before;
        }
        if (at == null) {
            at = new Interned(text, Interned.last);
            Interned.last = at;
        }
        Step.end();
        return at.text;
    }

    /** All literals of the program. */
    private static native String[] literals();

    /** What the library asks for; the names and values are those of reports, all else is not set. */
    static String property(String name) {
        switch (name) {
            case "user.language":
                return "en";
            case "user.country":
                return "US";
            case "user.timezone":
                return "UTC";
            case "file.encoding":
            case "sun.jnu.encoding":
            case "native.encoding":
                return "UTF-8";
            case "line.separator":
                return "\n";
            case "file.separator":
            case "user.dir":
            case "user.home":
                return "/";
            case "path.separator":
                return ":";
            case "java.io.tmpdir":
                return TempFiles.ROOT;
            default:
                return null;
        }
    }

    static String property(String name, String otherwise) {
        String value = property(name);
        return value == null ? otherwise : value;
    }

    /** All of that. */
    static Properties properties() {
        Properties all = new Properties();
        String[] names = {"user.language", "user.country", "user.timezone", "file.encoding", "sun.jnu.encoding",
            "native.encoding", "line.separator", "file.separator", "user.dir", "user.home", "path.separator",
            "java.io.tmpdir"};
        for (String name : names) {
            all.setProperty(name, property(name));
        }
        return all;
    }

    /** How many random UUIDs there are. */
    private static final class Uuids {
        static long made;
    }

    /** {@link UUID#randomUUID}: one that there was not yet. */
    static UUID randomUuid() {
        Step.begin();
        long number = ++Uuids.made;
        Step.end();
        // Version 4, variant 2.
        return new UUID(number << 16 | 0x4000, Long.MIN_VALUE | number);
    }

    /** {@link java.util.zip.CRC32#update(int)}. */
    static int crc(int before, int b) {
        int crc = ~before ^ b & 255;
        for (int i = 0; i < 8; i++) {
            crc = crc >>> 1 ^ ((crc & 1) == 0 ? 0 : 0xedb88320);
        }
        return ~crc;
    }

    static int crc(int before, byte[] bytes, int offset, int length) {
        int crc = before;
        for (int i = 0; i < length; i++) {
            crc = crc(crc, bytes[offset + i]);
        }
        return crc;
    }

    /** {@link java.util.zip.Adler32#update(int)}. */
    static int adler(int before, int b) {
        int low = ((before & 0xffff) + (b & 255)) % 65521;
        int high = ((before >>> 16) + low) % 65521;
        return high << 16 | low;
    }

    static int adler(int before, byte[] bytes, int offset, int length) {
        int sum = before;
        for (int i = 0; i < length; i++) {
            sum = adler(sum, bytes[offset + i]);
        }
        return sum;
    }

    /** Words in arrays of bytes, for buffers: an offset is an index. Other arrays are refused. */
    static short getShort(Object access, Object scope, Object base, long offset, boolean big) {
        return (short) word(base, offset, 2, big);
    }

    static char getChar(Object access, Object scope, Object base, long offset, boolean big) {
        return (char) word(base, offset, 2, big);
    }

    static int getInt(Object access, Object scope, Object base, long offset, boolean big) {
        return (int) word(base, offset, 4, big);
    }

    static long getLong(Object access, Object scope, Object base, long offset, boolean big) {
        return word(base, offset, 8, big);
    }

    static void putShort(Object access, Object scope, Object base, long offset, short value, boolean big) {
        put(base, offset, value, 2, big);
    }

    static void putChar(Object access, Object scope, Object base, long offset, char value, boolean big) {
        put(base, offset, value, 2, big);
    }

    static void putInt(Object access, Object scope, Object base, long offset, int value, boolean big) {
        put(base, offset, value, 4, big);
    }

    static void putLong(Object access, Object scope, Object base, long offset, long value, boolean big) {
        put(base, offset, value, 8, big);
    }

    /** Words in arrays of bytes, for handles. */
    static int getInt(byte[] bytes, int index, boolean big) {
        return (int) word(bytes, index, 4, big);
    }

    static long getLong(byte[] bytes, int index, boolean big) {
        return word(bytes, index, 8, big);
    }

    static void setInt(byte[] bytes, int index, int value, boolean big) {
        put(bytes, index, value, 4, big);
    }

    static void setLong(byte[] bytes, int index, long value, boolean big) {
        put(bytes, index, value, 8, big);
    }

    private static long word(Object base, long offset, int size, boolean big) {
        byte[] bytes = bytes(base);
        long word = 0;
        for (int i = 0; i < size; i++) {
            word = word << 8 | bytes[(int) offset + (big ? i : size - 1 - i)] & 255;
        }
        return word;
    }

    private static void put(Object base, long offset, long value, int size, boolean big) {
        byte[] bytes = bytes(base);
        for (int i = 0; i < size; i++) {
            bytes[(int) offset + (big ? size - 1 - i : i)] = (byte) (value >>> 8 * i);
        }
    }

    private static byte[] bytes(Object base) {
        if (!(base instanceof byte[])) {
            memoryOutside();
        }
        return (byte[]) base;
    }

    /** Refused. */
    private static native void memoryOutside();
}
