package org.junit;

import java.lang.annotation.*;

/** Stands for JUnit's. */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Ignore {
}
