package java.lang;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/** A look at the calls that a thread is in, as the checker has it: those of a stack trace. */
public final class StackWalker {
    public interface StackFrame {
        String getClassName();

        String getMethodName();

        Class<?> getDeclaringClass();

        default java.lang.invoke.MethodType getMethodType() {
            throw new UnsupportedOperationException();
        }

        default String getDescriptor() {
            throw new UnsupportedOperationException();
        }

        int getByteCodeIndex();

        String getFileName();

        int getLineNumber();

        boolean isNativeMethod();

        StackTraceElement toStackTraceElement();
    }

    public enum Option {
        RETAIN_CLASS_REFERENCE, SHOW_REFLECT_FRAMES, SHOW_HIDDEN_FRAMES
    }

    private static final class Call implements StackFrame {
        private final StackTraceElement element;
        private final boolean givesClasses;

        Call(StackTraceElement element, boolean givesClasses) {
            this.element = element;
            this.givesClasses = givesClasses;
        }

        public String getClassName() {
            return element.getClassName();
        }

        public String getMethodName() {
            return element.getMethodName();
        }

        public Class<?> getDeclaringClass() {
            if (!givesClasses) {
                throw new UnsupportedOperationException("No access to RETAIN_CLASS_REFERENCE");
            }
            return classOf(element);
        }

        public native java.lang.invoke.MethodType getMethodType();

        public native String getDescriptor();

        public native int getByteCodeIndex();

        public String getFileName() {
            return element.getFileName();
        }

        public int getLineNumber() {
            return element.getLineNumber();
        }

        public boolean isNativeMethod() {
            return element.isNativeMethod();
        }

        public StackTraceElement toStackTraceElement() {
            return element;
        }

        public String toString() {
            return element.toString();
        }
    }

    private final boolean givesClasses;

    private StackWalker(boolean givesClasses) {
        this.givesClasses = givesClasses;
    }

    public static StackWalker getInstance() {
        return new StackWalker(false);
    }

    public static StackWalker getInstance(Option option) {
        return new StackWalker(Objects.requireNonNull(option) == Option.RETAIN_CLASS_REFERENCE);
    }

    public static StackWalker getInstance(Set<Option> options) {
        return new StackWalker(options.contains(Option.RETAIN_CLASS_REFERENCE));
    }

    public static StackWalker getInstance(Set<Option> options, int estimateDepth) {
        if (estimateDepth <= 0) {
            throw new IllegalArgumentException("estimateDepth must be > 0");
        }
        return getInstance(options);
    }

    public <T> T walk(Function<? super Stream<StackFrame>, ? extends T> function) {
        Objects.requireNonNull(function);
        return function.apply(calls().stream());
    }

    public void forEach(Consumer<? super StackFrame> action) {
        Objects.requireNonNull(action);
        calls().forEach(action);
    }

    public Class<?> getCallerClass() {
        if (!givesClasses) {
            throw new UnsupportedOperationException("This stack walker does not have RETAIN_CLASS_REFERENCE access");
        }
        List<StackFrame> calls = calls();
        if (calls.size() < 2) {
            throw new IllegalCallerException("no caller frame");
        }
        return calls.get(1).getDeclaringClass();
    }

    /** The calls of the thread, without those of this class. */
    private List<StackFrame> calls() {
        List<StackFrame> calls = new ArrayList<>();
        for (StackTraceElement element : new Throwable().getStackTrace()) {
            if (!element.getClassName().startsWith("java.lang.StackWalker")) {
                calls.add(new Call(element, givesClasses));
            }
        }
        return calls;
    }

    private static Class<?> classOf(StackTraceElement element) {
        try {
            return Class.forName(element.getClassName(), false, ClassLoader.getSystemClassLoader());
        } catch (ClassNotFoundException gone) {
            throw new IllegalStateException(gone);
        }
    }
}
