// wait with a time that makes no sense throws. Expected: assertion.
public class WaitBadTime {
    public static void main(String[] args) throws Exception {
        Object o = new Object();
        boolean thrown = false;
        synchronized (o) { try { o.wait(-1); } catch (IllegalArgumentException e) { thrown = true; } }
        assert !thrown;
    }
}
