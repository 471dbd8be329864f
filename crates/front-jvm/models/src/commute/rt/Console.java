package commute.rt;

import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Locale;

/** {@code System.out} and {@code System.err}: what is printed there is kept by the checker. Nobody makes one. */
public final class Console extends PrintStream {
    private Console() {
        super((OutputStream) null);
    }

    public native void print(boolean value);

    public native void print(char value);

    public native void print(int value);

    public native void print(long value);

    public native void print(float value);

    public native void print(double value);

    public native void print(String text);

    public native void print(Object object);

    public native void println();

    public native void println(boolean value);

    public native void println(char value);

    public native void println(int value);

    public native void println(long value);

    public native void println(float value);

    public native void println(double value);

    public native void println(String text);

    public native void println(Object object);

    public void print(char[] text) {
        print(String.valueOf(text));
    }

    public void println(char[] text) {
        println(String.valueOf(text));
    }

    public PrintStream append(CharSequence text) {
        print(String.valueOf(text));
        return this;
    }

    public PrintStream append(CharSequence text, int start, int end) {
        print(String.valueOf(text == null ? "null".subSequence(start, end) : text.subSequence(start, end)));
        return this;
    }

    public PrintStream append(char c) {
        print(c);
        return this;
    }

    public PrintStream printf(String format, Object... args) {
        return Format.printFormat(this, format, args);
    }

    public PrintStream printf(Locale locale, String format, Object... args) {
        return Format.printFormat(this, locale, format, args);
    }

    public PrintStream format(String format, Object... args) {
        return Format.printFormat(this, format, args);
    }

    public PrintStream format(Locale locale, String format, Object... args) {
        return Format.printFormat(this, locale, format, args);
    }

    /** A byte: those that are no character of their own are not put together here. */
    public void write(int b) {
        if ((b & 255) > 127) {
            partOfCharacter();
        }
        print((char) (b & 127));
    }

    public void write(byte[] bytes, int offset, int length) {
        print(new String(bytes, offset, length));
    }

    public void write(byte[] bytes) {
        write(bytes, 0, bytes.length);
    }

    public void writeBytes(byte[] bytes) {
        write(bytes, 0, bytes.length);
    }

    /** Refused. */
    private static native void partOfCharacter();

    public void flush() {
    }

    /** Refused: what is printed later is lost. */
    public native void close();

    public boolean checkError() {
        return false;
    }
}
