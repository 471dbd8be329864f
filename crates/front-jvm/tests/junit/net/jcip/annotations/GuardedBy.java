package net.jcip.annotations;

import java.lang.annotation.*;

/** Stands for the usual one. */
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.FIELD, ElementType.METHOD})
public @interface GuardedBy {
    String value();
}
