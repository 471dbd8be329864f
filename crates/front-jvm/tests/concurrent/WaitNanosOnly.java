// wait(0, 1) is not for ever. Expected: holds.
public class WaitNanosOnly {
    public static void main(String[] args) throws Exception {
        int nanos = args.length + 1;
        synchronized (args) { args.wait(0, nanos); args.wait(nanos); }
    }
}
