/** Switches over types, with guards, records, enums and texts. */
public class PatternSwitch {
    sealed interface Shape permits Square, Circle, Line { }

    record Square(int side) implements Shape { }

    record Circle(int radius) implements Shape { }

    record Line(Object from, Object to) implements Shape { }

    enum Colour { RED, GREEN, BLUE }

    static int area(Shape shape) {
        return switch (shape) {
            case Square(int side) when side > 10 -> -1;
            case Square(int side) -> side * side;
            case Circle c when c.radius() == 0 -> 0;
            case Circle c -> 3 * c.radius();
            case Line(Integer a, Integer b) -> b - a;
            case Line l -> 1000;
        };
    }

    static String name(Object object) {
        return switch (object) {
            case null -> "nothing";
            case Colour c when c == Colour.RED -> "red";
            case Colour c -> "colour";
            case Integer i when i > 5 -> "large";
            case Integer i -> "small";
            case String s -> "text " + s;
            case int[] a -> "numbers " + a.length;
            default -> "other";
        };
    }

    static int number(Colour colour) {
        return switch (colour) {
            case RED -> 1;
            case Colour c when c.ordinal() == 1 -> 2;
            case GREEN, BLUE -> 3;
        };
    }

    static int text(String text) {
        return switch (text) {
            case "a" -> 1;
            case String s when s.length() == 2 -> 2;
            case "abc" -> 3;
            default -> 4;
        };
    }

    static int boxed(Integer i) {
        return switch (i) {
            case 1 -> 10;
            case Integer j when j > 100 -> 20;
            case 200, 7 -> 30;
            default -> 40;
        };
    }

    static int boxedChar(Character c) {
        return switch (c) {
            case 'a' -> 1;
            case Character d when d > 'x' -> 2;
            default -> 3;
        };
    }

    public static void main(String[] args) {
        System.out.println(area(new Square(11)) + " " + area(new Square(4)) + " " + area(new Circle(0)) + " "
            + area(new Circle(2)) + " " + area(new Line(3, 10)) + " " + area(new Line("a", 1)));
        for (Object o : new Object[] {null, Colour.RED, Colour.BLUE, 7, 3, "x", new int[4], 2L}) {
            System.out.println(name(o));
        }
        System.out.println(number(Colour.RED) + " " + number(Colour.GREEN) + " " + number(Colour.BLUE));
        System.out.println(text("a") + " " + text("zz") + " " + text("abc") + " " + text("abcd"));
        System.out.println(boxed(1) + " " + boxed(500) + " " + boxed(7) + " " + boxed(9));
        System.out.println(boxedChar('a') + " " + boxedChar('z') + " " + boxedChar('m'));
        try {
            area(null);
        } catch (NullPointerException e) {
            System.out.println("null");
        }
        try {
            number(null);
        } catch (NullPointerException e) {
            System.out.println("null");
        }
    }
}
