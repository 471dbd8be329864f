package commute;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Instances are accessed by whole methods: fields are private, methods access those of {@code this} only and do nothing that other threads can
 * see, but may be synchronized. If all are, and access nothing else that is shared, each is one step.
 */
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
public @interface ByMethod {
}
