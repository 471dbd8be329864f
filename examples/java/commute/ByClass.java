package commute;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The same as {@link ByMethod}, together with the objects that instances keep to themselves. */
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
public @interface ByClass {
}
