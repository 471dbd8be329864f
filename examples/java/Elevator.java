// An elevator simulator: lifts serve the calls of people on floors. After the program Elevator in table 1 of SC06, whose listing is not
// in the paper; as people write it, with its input as constants.
//
// What the lifts share is in one monitor, the control. What a lift carries is its own.
//
// Expected: holds. Every person is brought where they wanted to go, exactly once.

import java.util.ArrayList;
import java.util.List;

public class Elevator {
    static final int LIFTS = 2;
    static final int FLOORS = 3;
    static final int PEOPLE = 3;

    public static void main(String[] args) throws InterruptedException {
        Control control = new Control(FLOORS);
        for (int p = 0; p < PEOPLE; p++) {
            control.call(new Person(p % FLOORS, (p + 1) % FLOORS));
        }
        Lift[] lifts = new Lift[LIFTS];
        for (int i = 0; i < LIFTS; i++) {
            lifts[i] = new Lift(control, i);
            lifts[i].start();
        }
        int brought = 0;
        for (Lift lift : lifts) {
            lift.join();
            brought += lift.brought;
        }
        assert brought == PEOPLE : "everybody arrives once";
        assert control.allArrived() : "everybody arrives";
    }
}

class Person {
    final int from;
    final int to;
    int at;

    Person(int from, int to) {
        this.from = from;
        this.to = to;
        this.at = from;
    }
}

class Control {
    private final int floors;
    private final List<Person> waiting = new ArrayList<>();
    private final List<Person> arrived = new ArrayList<>();

    Control(int floors) {
        this.floors = floors;
    }

    synchronized void call(Person person) {
        waiting.add(person);
    }

    // The nearest floor on which somebody waits, or -1.
    synchronized int nearest(int floor) {
        int nearest = -1;
        int distance = floors;
        for (Person person : waiting) {
            int away = Math.abs(person.from - floor);
            if (away < distance) {
                nearest = person.from;
                distance = away;
            }
        }
        return nearest;
    }

    // Somebody who waits on a floor; null if another lift has taken them along.
    synchronized Person board(int floor) {
        for (int i = 0; i < waiting.size(); i++) {
            if (waiting.get(i).from == floor) {
                return waiting.remove(i);
            }
        }
        return null;
    }

    synchronized void leave(Person person) {
        arrived.add(person);
    }

    synchronized boolean allArrived() {
        for (Person person : arrived) {
            if (person.at != person.to) {
                return false;
            }
        }
        return waiting.isEmpty();
    }
}

class Lift extends Thread {
    private final Control control;
    private int floor;
    int brought;

    Lift(Control control, int floor) {
        this.control = control;
        this.floor = floor;
    }

    public void run() {
        int call;
        while ((call = control.nearest(floor)) >= 0) {
            move(call);
            Person inside = control.board(floor);
            if (inside != null) {
                move(inside.to);
                inside.at = floor;
                brought++;
                control.leave(inside);
            }
        }
    }

    private void move(int goal) {
        while (floor != goal) {
            floor += floor < goal ? 1 : -1;
        }
    }
}
