// Two parties of a phaser. Expected: holds.
import java.util.concurrent.Phaser;
public class PhaserMeet {
    static int before;
    static final Phaser phaser = new Phaser(2);
    public static void main(String[] args) {
        new Thread(() -> { before = 1; phaser.arriveAndDeregister(); }).start();
        phaser.arriveAndAwaitAdvance();
        assert before == 1 && phaser.getPhase() == 1;
    }
}
