package commute.rt;

/** What the machine raises, with its message: for programs that ask for one. */
final class Faults {
    private Faults() {
    }

    static void isNull(String message) {
        throw new NullPointerException(message);
    }

    static void index(int index, int length) {
        throw new ArrayIndexOutOfBoundsException("Index " + index + " out of bounds for length " + length);
    }

    static void zero() {
        throw new ArithmeticException("/ by zero");
    }

    static void size(int size) {
        throw new NegativeArraySizeException(Integer.toString(size));
    }

    static void cast(Object object, Class<?> to) {
        Class<?> from = object.getClass();
        String name = from.getName();
        String other = to.getName();
        String place = placeOf(from);
        String otherPlace = placeOf(to);
        String places = place.equals(otherPlace) ? name + " and " + other + " are in " + place
            : name + " is in " + place + "; " + other + " is in " + otherPlace;
        throw new ClassCastException("class " + name + " cannot be cast to class " + other + " (" + places + ")");
    }

    /** Its module and loader. */
    private static native String placeOf(Class<?> type);
}
