// `notify` without the monitor. Expected: an uncaught exception.
public class IllegalMonitor {
    public static void main(String[] args) { new Object().notify(); }
}
