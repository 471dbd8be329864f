// Which of two classes that need each other is initialised first can be seen.
public class InitCircle {
    static class A {
        static final Integer X = B.Y + 1;
    }

    static class B {
        static final Integer Y = A.X == null ? 10 : 20;
    }

    public static void main(String[] args) throws InterruptedException {
        assert A.X == 11 && B.Y == 10;
    }
}
