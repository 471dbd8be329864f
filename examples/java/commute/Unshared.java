package commute;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * One thread alone accesses the field, once more than one could; of a class: each field of its instances; of a new object
 * (`new @Unshared Cell()`): each field of the objects that are made there.
 */
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.FIELD, ElementType.TYPE, ElementType.TYPE_USE})
public @interface Unshared {
    /** Of a new object: whether it is no mistake if that turns out to be false. */
    boolean tentatively() default false;
}
