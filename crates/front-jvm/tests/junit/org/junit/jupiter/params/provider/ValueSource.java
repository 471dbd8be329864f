package org.junit.jupiter.params.provider;
import java.lang.annotation.*;
@Retention(RetentionPolicy.RUNTIME) public @interface ValueSource { int[] ints() default {}; String[] strings() default {}; double[] doubles() default {}; }
