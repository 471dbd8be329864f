import static org.junit.jupiter.api.Assertions.fail;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CounterTest {
    static class Counter {
        private volatile int count;

        void increment() {
            count = count + 1;
        }

        int get() {
            return count;
        }
    }

    private Counter counter;

    @BeforeEach
    void create() {
        counter = new Counter();
    }

    @Test
    void countsTwice() throws InterruptedException {
        Thread other = new Thread(counter::increment);
        other.start();
        counter.increment();
        other.join();
        if (counter.get() != 2) {
            fail("an increment is lost");
        }
    }
}
