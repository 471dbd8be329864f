package commute;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** What holds when the method returns, as an expression over fields, parameters, {@code result} and {@code old(e)}. */
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.METHOD)
public @interface Ensures {
    /** The expressions. */
    String[] value();
}
