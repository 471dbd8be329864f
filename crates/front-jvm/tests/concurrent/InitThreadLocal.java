// An initialiser that asks for what belongs to the thread that runs it.
public class InitThreadLocal {
    static final ThreadLocal<String> user = ThreadLocal.withInitial(() -> "nobody");

    static class Session {
        static final String USER = user.get();
    }

    public static void main(String[] args) {
        user.set("me");
        assert Session.USER.equals("me");
    }
}
