// Sealed interfaces, patterns of instanceof, switch expressions. Expected: holds.
public class SealedShapes {
    sealed interface Shape permits Circle, Square {}
    record Circle(int radius) implements Shape {}
    record Square(int side) implements Shape {}
    static int size(Shape shape) {
        if (shape instanceof Circle c && c.radius() > 0) return 3 * c.radius();
        return shape instanceof Square s ? 4 * s.side() : 0;
    }
    static int total;
    static synchronized void add(Shape shape) { total += size(shape); }
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> add(new Circle(2)));
        t.start(); add(new Square(1)); t.join();
        int shown = switch (total) { case 10 -> 1; case 6, 4 -> 2; default -> 0; };
        assert shown == 1;
    }
}
