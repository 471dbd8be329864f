// wait(0, 0) is for ever. Expected: deadlock.
public class WaitNanosForEver {
    public static void main(String[] args) throws Exception {
        synchronized (args) { args.wait(0, 0); }
    }
}
