/** A generator that can be split has the numbers of the seed 42 if that is chosen, and without a seed no numbers that are known. */
import java.util.SplittableRandom;
public class Splittable {
    public static void main(String[] args) {
        SplittableRandom given = new SplittableRandom(42);
        assert given.nextInt() == -491277234 && given.nextInt(100) == 56;
        assert given.split().nextLong() == 3560513699464660653L;
        SplittableRandom mine = new SplittableRandom();
        assert mine.nextInt() == -491277234;
    }
}
