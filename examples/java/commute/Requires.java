package commute;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** What whoever calls the method promises, as an expression over fields and parameters. */
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.METHOD)
public @interface Requires {
    /** The expressions. */
    String[] value();
}
