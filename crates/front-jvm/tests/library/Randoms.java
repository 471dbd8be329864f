import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;

/** Generators with seeds, ranges of those without, and small helpers. */
public class Randoms {
    public static void main(String[] args) {
        Random random = new Random(5);
        System.out.println(random.nextInt());
        System.out.println(random.nextInt(10));
        System.out.println(random.nextDouble());
        System.out.println(random.nextGaussian());
        System.out.println(random.nextLong());
        System.out.println(random.nextBoolean());
        SplittableRandom splittable = new SplittableRandom(3);
        System.out.println(splittable.nextInt(100));
        System.out.println(splittable.split().nextLong());
        int any = ThreadLocalRandom.current().nextInt(5, 7);
        System.out.println(any >= 5 && any < 7);
        System.out.println(Objects.hash(1, "a", null));
        System.out.println(Objects.requireNonNullElse(null, "else"));
        System.out.println(Optional.of(3).map(x -> x + 1).orElse(0));
        System.out.println(Optional.empty().isPresent());
    }
}
