/** Puts a value. */
public class Producer {
    public static void main(String[] args) throws Exception {
        Buffer buffer = (Buffer) Names.find("buffer");
        buffer.put(1);
    }
}
