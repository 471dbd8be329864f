// A lambda captures an array that the others write too. Expected: the assertion fails.
public class LambdaCapture {
    interface Change { int apply(int x); }
    public static void main(String[] args) throws InterruptedException {
        int[] cell = {0};
        Change add = x -> cell[0] += x;
        Thread t = new Thread(() -> add.apply(1));
        t.start(); add.apply(2); t.join();
        assert cell[0] == 3;
    }
}
