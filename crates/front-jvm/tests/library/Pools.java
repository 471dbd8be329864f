import java.util.concurrent.*;

public class Pools {
    static class Sum extends RecursiveTask<Integer> {
        final int from;
        final int to;

        Sum(int from, int to) {
            this.from = from;
            this.to = to;
        }

        @Override
        protected Integer compute() {
            if (to - from == 1) {
                return from;
            }
            Sum left = new Sum(from, (from + to) / 2);
            left.fork();
            return new Sum((from + to) / 2, to).compute() + left.join();
        }
    }

    public static void main(String[] args) {
        System.out.println(new Sum(1, 5).invoke());
    }
}
