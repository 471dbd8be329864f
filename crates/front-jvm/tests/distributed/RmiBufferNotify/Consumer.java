/** Takes a value. */
public class Consumer {
    public static void main(String[] args) throws Exception {
        Buffer buffer = (Buffer) Names.find("buffer");
        System.out.println(buffer.take());
    }
}
