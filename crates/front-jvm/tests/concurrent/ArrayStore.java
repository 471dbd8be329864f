// An array of integers is seen as one of numbers, and a fraction is put into it. Expected: an exception.
public class ArrayStore {
    static void put(Number[] into, Number value) { into[0] = value; }
    public static void main(String[] args) throws InterruptedException {
        Number[] any = new Number[1], integers = new Integer[1];
        Object[][] nested = new String[1][];
        Thread t = new Thread(() -> put(any, 1.5));
        t.start();
        put(integers, 2);
        nested[0] = new String[1];
        try {
            nested[0] = new Object[1];
            assert false;
        } catch (ArrayStoreException e) {
            assert e.getMessage().equals("[Ljava.lang.Object;");
        }
        t.join();
        put(integers, any[0]);
    }
}
