import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** A method that is a test. One whose name begins with "blocks" must wait for ever; any other one must end in every execution. */
@Retention(RetentionPolicy.RUNTIME)
@interface Test {
}
