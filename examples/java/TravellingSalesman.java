// The travelling salesman's problem by branch and bound, with threads that share a list of partial tours and the length of the
// shortest tour. After the program TSP in table 1 of SC06, whose listing is not in the paper; as people write it, with its input as
// constants.
//
// The tours and the bound are protected by one lock each. A tour is in the list or in the hands of one thread.
//
// Expected: holds. The threads find the length of the shortest tour.

import java.util.ArrayDeque;
import java.util.Deque;

public class TravellingSalesman {
    static final int WORKERS = 2;
    static final int CITIES = 4;
    static final int SHORTEST = 8;
    static final int[][] MAP = {{0, 1, 5, 2}, {1, 0, 2, 6}, {5, 2, 0, 3}, {2, 6, 3, 0}};

    public static void main(String[] args) throws InterruptedException {
        Tours tours = new Tours();
        Bound bound = new Bound();
        tours.put(new Tour(0, 1, 0));
        Thread[] workers = new Thread[WORKERS];
        for (int i = 0; i < WORKERS; i++) {
            workers[i] = new Salesman(tours, bound);
            workers[i].start();
        }
        for (Thread worker : workers) {
            worker.join();
        }
        assert bound.get() == SHORTEST : "the shortest tour is found";
    }
}

class Tour {
    int length;
    int visited;
    int at;

    Tour(int length, int visited, int at) {
        this.length = length;
        this.visited = visited;
        this.at = at;
    }
}

class Tours {
    private final Deque<Tour> open = new ArrayDeque<>();
    private int busy;

    synchronized void put(Tour tour) {
        open.push(tour);
        notifyAll();
    }

    // A tour to be continued; null if there will be none.
    synchronized Tour take() throws InterruptedException {
        while (open.isEmpty() && busy > 0) {
            wait();
        }
        if (open.isEmpty()) {
            return null;
        }
        busy++;
        return open.pop();
    }

    synchronized void done() {
        busy--;
        notifyAll();
    }
}

class Bound {
    private int least = 1000;

    synchronized int get() {
        return least;
    }

    synchronized void lower(int length) {
        if (length < least) {
            least = length;
        }
    }
}

class Salesman extends Thread {
    private final Tours tours;
    private final Bound bound;

    Salesman(Tours tours, Bound bound) {
        this.tours = tours;
        this.bound = bound;
    }

    public void run() {
        try {
            Tour tour;
            while ((tour = tours.take()) != null) {
                extend(tour);
                tours.done();
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    // Goes on by hand when the first city is left, else makes further tours for whoever has time.
    private void extend(Tour tour) {
        int[][] map = TravellingSalesman.MAP;
        if (tour.visited == (1 << TravellingSalesman.CITIES) - 1) {
            bound.lower(tour.length + map[tour.at][0]);
            return;
        }
        for (int city = 1; city < TravellingSalesman.CITIES; city++) {
            if ((tour.visited >> city & 1) == 0) {
                Tour longer = new Tour(tour.length + map[tour.at][city], tour.visited | 1 << city, city);
                if (longer.length < bound.get()) {
                    if (tour.at == 0) {
                        tours.put(longer);
                    } else {
                        extend(longer);
                    }
                }
            }
        }
    }
}
