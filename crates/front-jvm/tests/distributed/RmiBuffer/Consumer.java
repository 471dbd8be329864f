/** Takes two values, which come in their order. */
public class Consumer {
    public static void main(String[] args) throws Exception {
        Buffer buffer = (Buffer) Names.find("buffer");
        int first = buffer.take();
        int second = buffer.take();
        System.out.println(first + " " + second);
        if (first != 1 || second != 2) {
            throw new AssertionError("out of order");
        }
    }
}
