// Three philosophers, each of whom takes the fork on the left first.
//
// Expected: deadlock.

public class DiningPhilosophers {
    public static void main(String[] args) {
        Fork[] forks = new Fork[3];
        for (int i = 0; i < forks.length; i++) {
            forks[i] = new Fork();
        }
        for (int i = 0; i < forks.length; i++) {
            new Philosopher(forks[i], forks[(i + 1) % forks.length]).start();
        }
    }
}

class Fork {
}

class Philosopher extends Thread {
    private final Fork left;
    private final Fork right;

    Philosopher(Fork left, Fork right) {
        this.left = left;
        this.right = right;
    }

    public void run() {
        synchronized (left) {
            synchronized (right) {
                // eats
            }
        }
    }
}
