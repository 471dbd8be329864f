// Method references of every kind. Expected: holds.
import java.util.function.*;
public class MethodReferences {
    final int value;
    MethodReferences(int value) { this.value = value; }
    int plus(int x) { return value + x; }
    static int twice(int x) { return 2 * x; }
    public static void main(String[] args) throws InterruptedException {
        IntFunction<MethodReferences> make = MethodReferences::new;
        IntUnaryOperator twice = MethodReferences::twice;
        MethodReferences three = make.apply(3);
        IntUnaryOperator plus = three::plus;
        ToIntBiFunction<MethodReferences, Integer> any = MethodReferences::plus;
        IntFunction<int[]> array = int[]::new;
        int[] results = array.apply(2);
        Thread t = new Thread(() -> results[0] = twice.andThen(plus).applyAsInt(4));
        t.start();
        results[1] = any.applyAsInt(three, 1);
        t.join();
        assert results[0] == 11 && results[1] == 4;
    }
}
