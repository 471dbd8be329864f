import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import org.junit.jupiter.api.Test;

class FluentTest {
    @Test
    void numbers() {
        assertThat(3).isEqualTo(3).isGreaterThan(2).isBetween(1, 5);
        assertThat("text").startsWith("te").hasSize(4).contains("x");
        assertThat(true).isTrue();
    }

    @Test
    void lists() {
        assertThat(List.of(1, 2, 3)).hasSize(3).contains(2).doesNotContain(4).containsExactly(1, 2, 3);
    }

    @Test
    void raised() {
        assertThatThrownBy(() -> { throw new IllegalStateException("no"); })
            .isInstanceOf(IllegalStateException.class).hasMessage("no");
    }

    @Test
    void queue() throws Exception {
        ArrayBlockingQueue<Integer> queue = new ArrayBlockingQueue<>(1);
        Thread t = new Thread(() -> queue.add(7));
        t.start();
        assertThat(queue.take()).isEqualTo(7);
        t.join();
        assertThat(queue).isEmpty();
    }

    @Test
    void wrong() {
        assertThat(1).as("one").isEqualTo(2);
    }
}
