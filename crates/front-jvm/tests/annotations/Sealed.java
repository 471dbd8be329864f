// An annotation of our package that there is not.

package commute;

public @interface Sealed {
}
