// Tasks that fork and join in a pool of two. Expected: holds.
import java.util.concurrent.*;
public class ForkJoin extends RecursiveTask<Integer> {
    private final int from, to;
    ForkJoin(int from, int to) { this.from = from; this.to = to; }
    @Override protected Integer compute() {
        if (to - from == 1) return from;
        int middle = (from + to) / 2;
        ForkJoin left = new ForkJoin(from, middle), right = new ForkJoin(middle, to);
        left.fork();
        return right.compute() + left.join();
    }
    public static void main(String[] args) {
        int sum = new ForkJoinPool(2).invoke(new ForkJoin(1, 3));
        assert sum == 3 : sum;
    }
}
