// One party registers and never arrives. Expected: deadlock.
import java.util.concurrent.Phaser;
public class PhaserShort {
    public static void main(String[] args) {
        Phaser phaser = new Phaser(1);
        new Thread(phaser::register).start();
        phaser.arriveAndAwaitAdvance();
    }
}
