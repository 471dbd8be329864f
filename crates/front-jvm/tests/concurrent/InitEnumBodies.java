// Constants with bodies are of classes of their own, which are initialised within that of the enum.
public class InitEnumBodies {
    static int made;

    enum Plain { ONE, TWO }

    enum Counted {
        UP {
            int next(int i) {
                return i + 1;
            }
        },
        DOWN {
            int next(int i) {
                return i - 1;
            }
        };

        Counted() {
            made++;
        }

        abstract int next(int i);
    }

    public static void main(String[] args) throws InterruptedException {
        assert made == 0;
        Thread t = new Thread(() -> Counted.UP.next(1));
        t.start();
        assert Counted.DOWN.next(1) == 0;
        t.join();
        assert made == 2 && Counted.values().length == 2 && Plain.valueOf("TWO").ordinal() == 1;
    }
}
