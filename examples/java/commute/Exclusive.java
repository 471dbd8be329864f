package commute;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Who may access a field, as a Java expression over fields, {@code Thread.currentThread()} and {@code Thread.holdsLock(lock)}: only a thread for
 * which it is true does, and it is never true for two at once. The checker checks that, and uses it.
 */
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.FIELD)
public @interface Exclusive {
    /** The expression. */
    String value();
}
