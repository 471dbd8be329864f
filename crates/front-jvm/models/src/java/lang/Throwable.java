package java.lang;

import commute.rt.Console;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * What is thrown, as the checker has it. The machine raises exceptions without running a constructor, so an instance whose fields
 * are all zero is one that it made, without a cause. Where one was made is noted in programs that ask only: {@code fill} does nothing
 * in others.
 */
public class Throwable implements java.io.Serializable {
    /** What was given, or null if it is that of the cause and not known yet. */
    private String detailMessage;
    /** Whether a constructor made it. */
    private boolean made;
    /** Whether the message is the cause, which is not known. */
    private boolean later;
    /** Whether message and cause are not known. */
    private boolean unknown;
    private Throwable cause;
    /** Whether the cause was given, though perhaps as null. */
    private boolean caused;
    /** Whether nothing is suppressed in favour of this one. */
    private boolean alone;
    private Suppressed suppressed;
    /** Whether it never has a stack trace. */
    private boolean traceless;
    /** The one that was set. */
    private StackTraceElement[] trace;
    /** Where it was made, in a program that asks: the numbers of the calls, innermost first. */
    private int[] calls;

    /** One that was suppressed in favour of another; the last one first. */
    private static final class Suppressed {
        final Throwable thrown;
        final Suppressed before;
        final int number;

        Suppressed(Throwable thrown, Suppressed before) {
            this.thrown = thrown;
            this.before = before;
            this.number = before == null ? 1 : before.number + 1;
        }
    }

    public Throwable() {
        made = true;
        fill();
    }

    public Throwable(String message) {
        made = true;
        detailMessage = message;
        fill();
    }

    public Throwable(String message, Throwable cause) {
        this(message, cause, true, true);
    }

    public Throwable(Throwable cause) {
        made = true;
        later = cause != null && !cause.isKnown();
        detailMessage = cause == null || later ? null : cause.toString();
        this.cause = cause;
        caused = true;
        fill();
    }

    protected Throwable(String message, Throwable cause, boolean enableSuppression, boolean writableStackTrace) {
        made = true;
        detailMessage = message;
        this.cause = cause;
        caused = true;
        if (!enableSuppression) {
            alone = true;
        }
        if (writableStackTrace) {
            fill();
        } else {
            traceless = true;
        }
    }

    public String getMessage() {
        if (unknown) {
            messageOrCause();
        }
        if (later) {
            return cause.toString();
        }
        return made ? detailMessage : messageOfMachine();
    }

    /** Whether the message is known. */
    private boolean isKnown() {
        if (later) {
            return cause.isKnown();
        }
        return !unknown && (made || !isNotKept());
    }

    /** Whether the JDK puts something into the message of an exception of the machine that is not known here. */
    private boolean isNotKept() {
        return !(this instanceof ArithmeticException || this instanceof IllegalMonitorStateException
            || this instanceof InterruptedException || this instanceof IllegalThreadStateException);
    }

    /** What the machine says. */
    private String messageOfMachine() {
        if (isNotKept()) {
            whatWasWrong();
        }
        return this instanceof ArithmeticException ? "/ by zero"
            : this instanceof IllegalMonitorStateException ? "current thread is not owner" : null;
    }

    /** Refused: the message of an exception of the machine, with what was null, an index, or classes. */
    private static native void whatWasWrong();

    /**
     * Nobody may ask for its message and its cause: the message would have more than is known here, or it is given to a thread that
     * did not throw it by a task, for which the JDK tries to make another one, whose cause this one is.
     */
    public final void isNotAllKnown() {
        unknown = true;
    }

    /** Refused: the message or the cause of such an exception. */
    private static native void messageOrCause();

    public String getLocalizedMessage() {
        return getMessage();
    }

    public synchronized Throwable getCause() {
        if (unknown) {
            messageOrCause();
        }
        return cause;
    }

    public synchronized Throwable initCause(Throwable cause) {
        if (caused) {
            throw new IllegalStateException("Can't overwrite cause with " + Objects.toString(cause, "a null"), this);
        }
        if (cause == this) {
            throw new IllegalArgumentException("Self-causation not permitted", this);
        }
        this.cause = cause;
        caused = true;
        return this;
    }

    public String toString() {
        String message = getLocalizedMessage();
        String name = getClass().getName();
        return message == null ? name : name + ": " + message;
    }

    public void printStackTrace() {
        printStackTrace(System.err);
    }

    /** What goes where the program cannot read it is not written, unless the calls are known anyway. */
    public void printStackTrace(PrintStream stream) {
        Objects.requireNonNull(stream);
        if (stream instanceof Console && !isTraced()) {
            return;
        }
        synchronized (stream) {
            print(new Lines(stream, null, true), "", "", null);
        }
    }

    public void printStackTrace(PrintWriter writer) {
        Objects.requireNonNull(writer);
        synchronized (writer) {
            print(new Lines(null, writer, true), "", "", null);
        }
    }

    /** For libraries, which write it for people: without calls, unless it was set. */
    public final void printKnownStackTrace(PrintWriter writer) {
        synchronized (writer) {
            print(new Lines(null, writer, false), "", "", null);
        }
    }

    /** The same. */
    public final void printKnownStackTrace(PrintStream stream) {
        synchronized (stream) {
            print(new Lines(stream, null, false), "", "", null);
        }
    }

    /** Where stack traces are written, and of which throwables they were. */
    private static final class Lines {
        private final PrintStream stream;
        private final PrintWriter writer;
        final boolean withCalls;
        private Suppressed written;

        Lines(PrintStream stream, PrintWriter writer, boolean withCalls) {
            this.stream = stream;
            this.writer = writer;
            this.withCalls = withCalls;
        }

        void add(String line) {
            if (stream == null) {
                writer.println(line);
            } else {
                stream.println(line);
            }
        }

        /** Whether this one was not written before. */
        boolean isNew(Throwable thrown) {
            for (Suppressed at = written; at != null; at = at.before) {
                if (at.thrown == thrown) {
                    return false;
                }
            }
            written = new Suppressed(thrown, written);
            return true;
        }
    }

    /** Writes this one; of its calls not those that it ends in with the one around it. */
    private void print(Lines lines, String indent, String caption, StackTraceElement[] around) {
        if (!lines.isNew(this)) {
            lines.add(indent + caption + "[CIRCULAR REFERENCE: " + this + "]");
            return;
        }
        lines.add(indent + caption + this);
        StackTraceElement[] own = lines.withCalls ? ownTrace() : knownStackTrace();
        int shown = around == null ? own.length : shownOf(own, around);
        for (int i = 0; i < shown; i++) {
            lines.add(indent + "\tat " + own[i]);
        }
        if (shown < own.length) {
            lines.add(indent + "\t... " + (own.length - shown) + " more");
        }
        for (Throwable each : getSuppressed()) {
            each.print(lines, indent + "\t", "Suppressed: ", own);
        }
        Throwable cause = getCause();
        if (cause != null) {
            cause.print(lines, indent, "Caused by: ", own);
        }
    }

    private static int shownOf(StackTraceElement[] own, StackTraceElement[] around) {
        int shown = own.length;
        int at = around.length;
        while (shown > 0 && at > 0 && own[shown - 1].equals(around[at - 1])) {
            shown--;
            at--;
        }
        return shown;
    }

    public synchronized Throwable fillInStackTrace() {
        if (!traceless) {
            calls = isTraced() ? calls() : null;
            trace = null;
        }
        return this;
    }

    /** Calls {@link #filled} in a program that asks for stack traces, and does nothing in others. */
    private native void fill();

    private static void filled(Throwable thrown) {
        thrown.fillInStackTrace();
    }

    /** Whether the program asks for stack traces. */
    private static native boolean isTraced();

    /** The numbers of the calls that the thread is in, without that of this method. */
    private static int[] calls() {
        int count = 0;
        for (int depth = 0, call = callAt(0); call >= 0; depth++, call = callAt(depth)) {
            count += call == 0 ? 0 : 1;
        }
        int[] calls = new int[count];
        int next = 0;
        for (int depth = 0; next < count; depth++) {
            int call = callAt(depth);
            if (call != 0) {
                calls[next++] = call;
            }
        }
        return calls;
    }

    /** A call that the thread is in: a row of a table and a line, zero for calls of ours; negative if there are no more. */
    private static native int callAt(int depth);

    public StackTraceElement[] getStackTrace() {
        return ownTrace().clone();
    }

    private StackTraceElement[] ownTrace() {
        StackTraceElement[] set = trace;
        if (set != null) {
            return set;
        }
        if (traceless) {
            return new StackTraceElement[0];
        }
        int[] calls = this.calls;
        if (calls == null) {
            // A class may fill in nothing; what the machine raises it cannot be asked for.
            return made && isTraced() ? new StackTraceElement[0] : whereItWasMade();
        }
        int first = 0;
        while (first < calls.length && makes(calls[first] >>> 16, this)) {
            first++;
        }
        StackTraceElement[] elements = new StackTraceElement[calls.length - first];
        for (int i = first; i < calls.length; i++) {
            elements[i - first] = element(calls[i]);
        }
        return elements;
    }

    /** Refused, or the program is translated again. */
    private static native StackTraceElement[] whereItWasMade();

    private static StackTraceElement element(int call) {
        int row = call >>> 16;
        int line = call & 0xffff;
        String module = moduleAt(row);
        String loader = module == null ? "app" : null;
        int number = line == 0 ? -1 : line == 0xffff ? -2 : line;
        StackTraceElement element =
            new StackTraceElement(loader, module, null, classAt(row), methodAt(row), fileAt(row), number);
        // Neither the usual loader nor the version of a module of the JDK is shown.
        setFormat(element, (byte) (module == null ? 1 : 3));
        return element;
    }

    /** What the table of calls says of a row. */
    private static native String classAt(int row);

    private static native String methodAt(int row);

    private static native String fileAt(int row);

    private static native String moduleAt(int row);

    /** Whether a row is a constructor of the class of a throwable or one above, or fills in its trace. */
    private static native boolean makes(int row, Throwable made);

    private static native void setFormat(StackTraceElement element, byte format);

    /** What a library is given, to look through and leave something out: nothing, if it was not set. */
    public final StackTraceElement[] knownStackTrace() {
        StackTraceElement[] set = trace;
        return set == null ? new StackTraceElement[0] : set.clone();
    }

    public void setStackTrace(StackTraceElement[] stackTrace) {
        StackTraceElement[] copy = stackTrace.clone();
        for (int i = 0; i < copy.length; i++) {
            if (copy[i] == null) {
                throw new NullPointerException("stackTrace[" + i + "]");
            }
        }
        synchronized (this) {
            if (!traceless) {
                trace = copy;
            }
        }
    }

    /** What the machine raises at these calls, with where it was raised: in a program that asks. */
    static void waitTraced(Object on) throws InterruptedException {
        try {
            rawWait(on);
        } catch (InterruptedException | IllegalMonitorStateException raised) {
            filled(raised);
            throw raised;
        }
    }

    static void waitTraced(Object on, long millis) throws InterruptedException {
        try {
            rawWait(on, millis);
        } catch (InterruptedException | IllegalMonitorStateException raised) {
            filled(raised);
            throw raised;
        }
    }

    static void waitTraced(Object on, long millis, int nanos) throws InterruptedException {
        try {
            rawWait(on, millis, nanos);
        } catch (InterruptedException | IllegalMonitorStateException raised) {
            filled(raised);
            throw raised;
        }
    }

    static void notifyTraced(Object on) {
        try {
            rawNotify(on);
        } catch (IllegalMonitorStateException raised) {
            filled(raised);
            throw raised;
        }
    }

    static void notifyAllTraced(Object on) {
        try {
            rawNotifyAll(on);
        } catch (IllegalMonitorStateException raised) {
            filled(raised);
            throw raised;
        }
    }

    static void joinTraced(Thread thread) throws InterruptedException {
        try {
            rawJoin(thread);
        } catch (InterruptedException raised) {
            filled(raised);
            throw raised;
        }
    }

    private static native void rawWait(Object on) throws InterruptedException;

    private static native void rawWait(Object on, long millis) throws InterruptedException;

    private static native void rawWait(Object on, long millis, int nanos) throws InterruptedException;

    private static native void rawNotify(Object on);

    private static native void rawNotifyAll(Object on);

    private static native void rawJoin(Thread thread) throws InterruptedException;

    /** What a stream is given has the fields of the JDK's class; of the calls only those that are known. */
    private synchronized void writeObject(ObjectOutputStream stream) throws IOException {
        ObjectOutputStream.PutField fields = stream.putFields();
        fields.put("detailMessage", sentMessage());
        fields.put("cause", sentCause());
        fields.put("stackTrace", sentTrace());
        if (!alone) {
            ArrayList<Throwable> all = new ArrayList<>();
            for (Throwable each : sentSuppressed()) {
                all.add(each);
            }
            fields.put("suppressedExceptions", all);
        }
        stream.writeFields();
    }

    public final String sentMessage() {
        if (unknown) {
            messageOrCause();
        }
        return later ? cause.toString() : made ? detailMessage : messageOfMachine();
    }

    /** Itself, if it may still be given a cause. */
    public final Throwable sentCause() {
        return caused ? cause : this;
    }

    public final StackTraceElement[] sentTrace() {
        return isTraced() ? ownTrace() : traceless ? null : knownStackTrace();
    }

    public final Throwable[] sentSuppressed() {
        return alone ? null : getSuppressed();
    }

    private void readObject(ObjectInputStream stream) throws IOException, ClassNotFoundException {
        ObjectInputStream.GetField fields = stream.readFields();
        List<?> others = (List<?>) fields.get("suppressedExceptions", null);
        wasSent((String) fields.get("detailMessage", null), (Throwable) fields.get("cause", null),
            (StackTraceElement[]) fields.get("stackTrace", null), others == null ? null : others.toArray());
    }

    /** Takes what was sent of another one. */
    public final void wasSent(String message, Throwable cause, StackTraceElement[] calls, Object[] others) {
        made = true;
        detailMessage = message;
        caused = cause != this;
        this.cause = caused ? cause : null;
        traceless = calls == null;
        trace = calls == null || calls.length == 0 && !isTraced() ? null : calls;
        alone = others == null;
        for (int i = 0; others != null && i < others.length; i++) {
            suppressed = new Suppressed((Throwable) others[i], suppressed);
        }
    }

    public final synchronized void addSuppressed(Throwable exception) {
        if (exception == this) {
            throw new IllegalArgumentException("Self-suppression not permitted", exception);
        }
        if (exception == null) {
            throw new NullPointerException("Cannot suppress a null exception.");
        }
        if (!alone) {
            suppressed = new Suppressed(exception, suppressed);
        }
    }

    public final synchronized Throwable[] getSuppressed() {
        Suppressed at = suppressed;
        Throwable[] all = new Throwable[at == null ? 0 : at.number];
        for (; at != null; at = at.before) {
            all[at.number - 1] = at.thrown;
        }
        return all;
    }
}
