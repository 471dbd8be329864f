package org.junit.jupiter.params.provider;
import java.lang.annotation.*;
@Retention(RetentionPolicy.RUNTIME) public @interface CsvSource { String[] value(); }
