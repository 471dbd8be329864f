package commute.rt;

/** System properties by names that only an execution shows, and those that the program sets. */
final class Settings {
    private Settings() {
    }

    /** One that was set, or cleared if it has no value; the last one first. */
    private static final class Entry {
        final String name;
        final String value;
        final Entry before;

        Entry(String name, String value, Entry before) {
            this.name = name;
            this.value = value;
            this.before = before;
        }
    }

    private static Entry last;

    /** What was last done to a property, if anything was. */
    private static Entry find(String name) {
        Entry at = last;
        while (at != null && !at.name.equals(name)) {
            at = at.before;
        }
        return at;
    }

    private static void check(String name) {
        if (name == null) {
            throw new NullPointerException("key can't be null");
        }
        if (name.isEmpty()) {
            throw new IllegalArgumentException("key can't be empty");
        }
    }

    /** {@link System#setProperty}. */
    static String set(String name, String value) {
        check(name);
        if (value == null) {
            throw new NullPointerException();
        }
        return change(name, value);
    }

    /** {@link System#clearProperty}. */
    static String clear(String name) {
        check(name);
        return change(name, null);
    }

    private static String change(String name, String value) {
        Step.begin();
        Entry found = find(name);
        last = new Entry(name, value, last);
        Step.end();
        return found == null ? fixed(name) : found.value;
    }

    /** {@link System#getProperty(String)} of the program's, where some are set. */
    static String get(String name) {
        check(name);
        Step.begin();
        Entry found = find(name);
        Step.end();
        return found == null ? fixed(name) : found.value;
    }

    static String get(String name, String otherwise) {
        String value = get(name);
        return value == null ? otherwise : value;
    }

    /** The same of the library's. */
    static String inside(String name) {
        Step.begin();
        Entry found = find(name);
        Step.end();
        return found == null ? Natives.property(name) : found.value;
    }

    static String inside(String name, String otherwise) {
        String value = inside(name);
        return value == null ? otherwise : value;
    }

    /** One of the program's that nobody has set. */
    static String fixed(String name) {
        check(name);
        switch (name) {
            case "line.separator":
                return "\n";
            case "file.separator":
                return "/";
            case "path.separator":
                return ":";
            case "java.io.tmpdir":
                return TempFiles.ROOT;
            default:
                for (String always : ALWAYS) {
                    if (name.startsWith(always)) {
                        notKnown();
                    }
                }
                return null;
        }
    }

    static String fixed(String name, String otherwise) {
        String value = fixed(name);
        return value == null ? otherwise : value;
    }

    /** How the names of properties begin that every program has. */
    private static final String[] ALWAYS =
        {"java.", "os.", "user.", "sun.", "jdk.", "native.", "file.", "path.", "line.", "stdout.", "stderr."};

    /** Refused. */
    private static native void notKnown();
}
