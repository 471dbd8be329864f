// What is said of objects where they are made holds of these and of no others of the class.
//
// Expected: Own, Locked, Signal and Same hold; Escaped and Unlocked contradict what is said; Tried and TriedInVain hold, and what
// was tried is proved or refuted.

import commute.Communication;
import commute.SelfLocking;
import commute.Unshared;

public class Allocations {
    static class Cell {
        volatile int value;

        int get() {
            return value;
        }
    }

    static class Own {
        static Cell own;
        static Cell common = new Cell();

        public static void main(String[] args) throws InterruptedException {
            own = new @Unshared Cell();
            Thread other = new Thread(() -> common.value++);
            other.start();
            own.value = 1;
            common.value++;
            own.value++;
            other.join();
            assert own.get() == 2;
        }
    }

    static class Escaped {
        // What an initialiser makes, which is not run ahead then.
        static final Cell own = new @Unshared Cell();
        static final Cell common = new Cell();

        public static void main(String[] args) {
            new Thread(() -> {
                common.value = 1;
                own.value = 1;
            }).start();
            common.value = 2;
            own.value = 2;
        }
    }

    static class Locked {
        public static void main(String[] args) {
            Cell cell = new @SelfLocking Cell();
            Cell free = new Cell();
            new Thread(() -> {
                synchronized (cell) {
                    cell.value++;
                }
                free.value = 1;
            }).start();
            synchronized (cell) {
                cell.value++;
            }
            free.value = 2;
        }
    }

    static class Unlocked {
        public static void main(String[] args) {
            Cell cell = new @SelfLocking Cell();
            new Thread(() -> cell.value++).start();
            synchronized (cell) {
                cell.value++;
            }
        }
    }

    static class Signal {
        public static void main(String[] args) {
            Cell cell = new @Communication Cell();
            new Thread(() -> cell.value = 1).start();
            while (cell.value == 0) {
                Thread.yield();
            }
        }
    }

    static class Tried {
        static Cell cell;

        public static void main(String[] args) throws InterruptedException {
            cell = new @Unshared(tentatively = true) Cell();
            Thread other = new Thread(() -> { });
            other.start();
            cell.value = 1;
            other.join();
        }
    }

    static class TriedInVain {
        static Cell cell;

        public static void main(String[] args) throws InterruptedException {
            cell = new @Unshared(tentatively = true) Cell();
            Thread other = new Thread(() -> cell.value++);
            other.start();
            cell.value++;
            other.join();
        }
    }

    // The program cannot tell: class, text, casts, and methods that are overridden are the same.
    static class Same {
        static class Special extends Cell {
            @Override
            int get() {
                return -value;
            }
        }

        public static void main(String[] args) {
            Cell cell = new @Unshared Cell();
            Cell special = new @Unshared Special();
            Object any = cell;
            assert cell.getClass() == Cell.class && special.getClass() == Special.class;
            assert cell.getClass() == new Cell().getClass();
            assert any instanceof Cell && !(any instanceof Special) && special instanceof Special;
            assert Special.class.isInstance(special) && !Special.class.isInstance(cell);
            assert cell.getClass().getSimpleName().equals("Cell");
            cell.value = 1;
            ((Special) special).value = 2;
            assert cell.get() == 1 && special.get() == -2;
            try {
                ((Special) any).get();
                assert false;
            } catch (ClassCastException e) {
                assert e.getMessage().startsWith("class Allocations$Cell cannot be cast to class Allocations$Same$Special");
            }
        }
    }

    static class Variable {
        public static void main(String[] args) {
            @Unshared Cell cell = new Cell();
            cell.value = 1;
        }
    }

    static class Elements {
        public static void main(String[] args) {
            Cell[] cells = new @Unshared Cell[2];
            cells[0] = new Cell();
        }
    }
}
