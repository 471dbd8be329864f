package commute;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** What each step of any thread keeps to, as an expression over fields, of which {@code x'} is the value after the step. */
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
public @interface EnvAssumption {
    /** The expressions. */
    String[] value();
}
