package commute;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** One thread alone accesses the field, once more than one could. */
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.FIELD)
public @interface Unshared {
}
