import java.lang.annotation.*;

/** A test that is right in every interleaving, unless its name says otherwise. */
@Retention(RetentionPolicy.RUNTIME)
@interface Test {}
