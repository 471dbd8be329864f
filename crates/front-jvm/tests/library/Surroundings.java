import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;

/** What a program changes of its surroundings: the streams of System, and system properties. */
public class Surroundings {
    static String name(String end) {
        return "my." + end;
    }

    static void streams() throws Exception {
        PrintStream out = System.out;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        System.setOut(new PrintStream(bytes, true));
        System.out.println("hidden");
        System.out.print(12);
        System.setOut(out);
        System.out.println(bytes.size());
        System.out.println(bytes.toString());
        System.setErr(new PrintStream(bytes));
        System.err.print('E');
        System.err.flush();
        System.out.println(bytes.toByteArray()[9]);
        System.setIn(new ByteArrayInputStream(new byte[] {4, 5}));
        System.out.println(System.in.read() + System.in.read() + System.in.read());
    }

    static void properties() {
        System.out.println(System.getProperty("my.key"));
        System.out.println(System.setProperty("my.key", "v"));
        System.out.println(System.setProperty(name("key"), "w"));
        System.out.println(System.getProperty(name("key")));
        System.out.println(System.getProperty(name("other"), "none"));
        System.out.println(System.getProperty("line.separator").length());
        System.setProperty("my.number", "6");
        System.out.println(Integer.getInteger("my.number", 4));
        System.out.println(Boolean.getBoolean("my.flag"));
        System.out.println(System.clearProperty("my.key"));
        System.out.println(System.getProperty("my.key"));
        try {
            System.getProperty(name("").substring(3));
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }

    public static void main(String[] args) throws Exception {
        streams();
        properties();
        System.out.println(System.getenv("NO_SUCH"));
        System.out.println(System.getenv().get("NO_SUCH"));
        Runtime runtime = Runtime.getRuntime();
        System.out.println(runtime.totalMemory() - runtime.freeMemory() > 0 && runtime.maxMemory() > 0);
    }
}
