package java.util;

/** The JDK's class of this name, without its access to the inside of strings. */
public final class StringJoiner {
    private final String prefix;
    private final String delimiter;
    private final String suffix;
    private String emptyValue;
    /** The elements so far, if there are any. */
    private StringBuilder joined;

    public StringJoiner(CharSequence delimiter) {
        this(delimiter, "", "");
    }

    public StringJoiner(CharSequence delimiter, CharSequence prefix, CharSequence suffix) {
        Objects.requireNonNull(prefix, "The prefix must not be null");
        Objects.requireNonNull(delimiter, "The delimiter must not be null");
        Objects.requireNonNull(suffix, "The suffix must not be null");
        this.prefix = prefix.toString();
        this.delimiter = delimiter.toString();
        this.suffix = suffix.toString();
    }

    public StringJoiner setEmptyValue(CharSequence emptyValue) {
        this.emptyValue = Objects.requireNonNull(emptyValue, "The empty value must not be null").toString();
        return this;
    }

    public String toString() {
        if (joined == null) {
            return emptyValue != null ? emptyValue : prefix + suffix;
        }
        return prefix + joined + suffix;
    }

    public StringJoiner add(CharSequence element) {
        if (joined == null) {
            joined = new StringBuilder();
        } else {
            joined.append(delimiter);
        }
        joined.append(String.valueOf(element));
        return this;
    }

    public StringJoiner merge(StringJoiner other) {
        if (other.joined != null) {
            add(other.joined.toString());
        }
        return this;
    }

    public int length() {
        if (joined == null && emptyValue != null) {
            return emptyValue.length();
        }
        return prefix.length() + (joined == null ? 0 : joined.length()) + suffix.length();
    }
}
