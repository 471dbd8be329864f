/** Numbers of generators without a seed are those of the seed 42, if that is chosen. */
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
public class Seeded {
    public static void main(String[] args) {
        Random mine = new Random(), other = new Random(42);
        assert mine.nextInt() == other.nextInt() && mine.nextInt(5, 90) == other.nextInt(5, 90);
        assert mine.nextDouble() == other.nextDouble() && mine.nextLong() == other.nextLong();
        double x = Math.random();
        assert 0 <= x && x < 1 && ThreadLocalRandom.current().nextInt(3, 7) >= 3;
    }
}
