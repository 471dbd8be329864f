package java.lang;

import commute.rt.Console;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.Objects;

/**
 * What is thrown, as the checker has it. The machine raises exceptions without running a constructor, so an instance whose fields
 * are all zero is one that it made, without a cause; and nobody knows where it was made.
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
    private StackTraceElement[] trace;

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
    }

    public Throwable(String message) {
        made = true;
        detailMessage = message;
    }

    public Throwable(String message, Throwable cause) {
        made = true;
        detailMessage = message;
        this.cause = cause;
        caused = true;
    }

    public Throwable(Throwable cause) {
        made = true;
        later = cause != null && !cause.isKnown();
        detailMessage = cause == null || later ? null : cause.toString();
        this.cause = cause;
        caused = true;
    }

    protected Throwable(String message, Throwable cause, boolean enableSuppression, boolean writableStackTrace) {
        this(message, cause);
        if (!enableSuppression) {
            alone = true;
        }
        if (!writableStackTrace) {
            trace = new StackTraceElement[0];
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
    }

    /** Refused, unless it goes where nobody can read it. */
    public void printStackTrace(PrintStream stream) {
        Objects.requireNonNull(stream);
        if (!(stream instanceof Console)) {
            whereItWasMade();
        }
    }

    /** Without the calls, which are not known; as {@code getStackTrace} says, a machine may leave them out. */
    public void printStackTrace(PrintWriter writer) {
        synchronized (writer) {
            printTo(writer, "", "");
        }
    }

    private void printTo(PrintWriter writer, String indent, String caption) {
        writer.println(indent + caption + this);
        StackTraceElement[] set = trace;
        for (int i = 0; set != null && i < set.length; i++) {
            writer.println(indent + "\tat " + set[i]);
        }
        for (Throwable each : getSuppressed()) {
            each.printTo(writer, indent + "\t", "Suppressed: ");
        }
        Throwable cause = getCause();
        if (cause != null) {
            cause.printTo(writer, indent, "Caused by: ");
        }
    }

    public synchronized Throwable fillInStackTrace() {
        return this;
    }

    /** Refused, unless it was set. */
    public StackTraceElement[] getStackTrace() {
        StackTraceElement[] set = trace;
        return set == null ? whereItWasMade() : set.clone();
    }

    private static native StackTraceElement[] whereItWasMade();

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
            trace = copy;
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
