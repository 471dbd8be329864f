// An initialiser that sees a change made before the first use of its class. Expected: holds.
public class LateInit {
    static int mode;
    static class Config { static final int seen = LateInit.mode; }
    public static void main(String[] args) {
        mode = 7;
        assert Config.seen == 7;
    }
}
