/** Switches over patterns as the compiler of Java 17 has them, behind {@code --enable-preview}. */
public class Patterns {
    enum Colour { RED, GREEN, BLUE }

    static String name(Object object) {
        return switch (object) {
            case Integer i && i > 5 -> "large";
            case Integer i -> "small";
            case String s && s.isEmpty() -> "empty";
            case Colour c -> "colour";
            case int[] a -> "numbers " + a.length;
            case null -> "nothing";
            default -> "other";
        };
    }

    static int number(Colour colour) {
        return switch (colour) {
            case RED -> 1;
            case Colour c && c.ordinal() == 1 -> 2;
            case GREEN, BLUE -> 3;
        };
    }

    static int text(String text) {
        return switch (text) {
            case "a" -> 1;
            case String s && s.length() == 2 -> 2;
            case "abc" -> 3;
            case String s -> 4;
        };
    }

    static int boxed(Integer i) {
        return switch (i) {
            case 1 -> 10;
            case Integer j && j > 100 -> 20;
            case 7 -> 30;
            case Integer j -> 40;
        };
    }

    public static void main(String[] args) {
        for (Object o : new Object[] {7, 3, "", "x", Colour.RED, new int[4], null, 2L}) {
            System.out.println(name(o));
        }
        System.out.println(number(Colour.RED) + " " + number(Colour.GREEN) + " " + number(Colour.BLUE));
        System.out.println(text("a") + " " + text("zz") + " " + text("abc") + " " + text("abcd"));
        System.out.println(boxed(1) + " " + boxed(500) + " " + boxed(7) + " " + boxed(9));
        try {
            number(null);
        } catch (NullPointerException e) {
            System.out.println("null");
        }
    }
}
