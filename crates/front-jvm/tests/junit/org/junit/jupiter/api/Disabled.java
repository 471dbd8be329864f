package org.junit.jupiter.api;

import java.lang.annotation.*;

/** Stands for JUnit's. */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Disabled {
}
