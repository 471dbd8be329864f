// A method with an annotation that means nothing.
//
// Expected: an error.

import commute.Sealed;

public class NoSuchAnnotation {
    @Sealed public static void main(String[] args) {
    }
}
