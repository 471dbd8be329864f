// A random number is any number. Expected: the assertion fails.
import java.util.Random;
public class RandomChoice {
    public static void main(String[] args) throws InterruptedException {
        Random random = new Random();
        int[] cell = new int[1];
        Thread t = new Thread(() -> cell[0] = random.nextInt(3));
        t.start(); t.join();
        assert cell[0] < 2;
    }
}
