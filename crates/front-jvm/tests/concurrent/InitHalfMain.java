// A class that is used while the main class is being initialised sees it half done.
public class InitHalfMain {
    static final boolean IS_MAIN = Thread.currentThread().getName().equals("main");

    static {
        Early.touch();
    }

    static final Integer SET = Integer.valueOf("7");

    static class Early {
        static final Integer SEEN = SET;

        static void touch() {
        }
    }

    public static void main(String[] args) {
        assert IS_MAIN && SET == 7;
        assert Early.SEEN == null : "seen too late";
    }
}
