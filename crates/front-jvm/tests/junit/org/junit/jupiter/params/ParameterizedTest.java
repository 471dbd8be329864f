package org.junit.jupiter.params;
import java.lang.annotation.*;
@Retention(RetentionPolicy.RUNTIME) public @interface ParameterizedTest { }
