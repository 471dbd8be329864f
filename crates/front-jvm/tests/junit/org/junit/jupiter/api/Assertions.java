package org.junit.jupiter.api;

/** What a library of assertions does. */
public class Assertions {
    public interface Executable { void execute() throws Throwable; }

    public static <T extends Throwable> T assertThrows(Class<T> expected, Executable executable) {
        try {
            executable.execute();
        } catch (Throwable actual) {
            if (expected.isInstance(actual)) {
                return expected.cast(actual);
            }
            throw new AssertionError("unexpected " + actual);
        }
        throw new AssertionError("nothing was thrown");
    }
}
