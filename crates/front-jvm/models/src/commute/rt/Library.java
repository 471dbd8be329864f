package commute.rt;

/** Methods that stand for those of the library: the receiver is the first parameter. */
final class Library {
    private Library() {
    }

    /** {@link String#hashCode}, without the field in which the JDK keeps it: threads would write to it. */
    static int hashCode(String text) {
        int hash = 0;
        for (int i = 0; i < text.length(); i++) {
            hash = 31 * hash + text.charAt(i);
        }
        return hash;
    }

    static String toString(Throwable thrown) {
        String message = thrown.getLocalizedMessage();
        String name = className(thrown);
        return message == null ? name : name + ": " + message;
    }

    /** {@link String#toUpperCase()} in no particular language; characters beyond Latin-1 have rules of their own. */
    static String toUpperCase(String text) {
        StringBuilder upper = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = latin1(text.charAt(i));
            if (c == '\u00df') {
                upper.append("SS");
            } else {
                upper.append(Character.toUpperCase(c));
            }
        }
        return upper.toString();
    }

    /** {@link String#toLowerCase()}, the same way. */
    static String toLowerCase(String text) {
        StringBuilder lower = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            lower.append(Character.toLowerCase(latin1(text.charAt(i))));
        }
        return lower.toString();
    }

    private static char latin1(char c) {
        if (c > 255) {
            beyondLatin1();
        }
        return c;
    }

    /** Refused. */
    private static native void beyondLatin1();

    /** The name of the class of an object. */
    private static native String className(Object object);

    static String toString(Object object) {
        return className(object) + "@" + Integer.toHexString(object.hashCode());
    }
}
