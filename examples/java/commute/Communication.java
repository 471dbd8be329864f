package commute;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The field is there for threads to communicate by: every access matters. */
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.FIELD)
public @interface Communication {
}
