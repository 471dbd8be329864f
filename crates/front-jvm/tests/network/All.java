/** Runs the programs that hold. */
public class All {
    public static void main(String[] names) throws Exception {
        for (String name : names) {
            Class.forName(name).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
        }
        System.out.println(names.length + " programs");
    }
}
