/** Three threads hand a token round. */
public class Ring {
    static final int SIZE = 3;
    static volatile int turn;
    static volatile int rounds;
    static Thread[] members = new Thread[SIZE];

    static class Member extends Thread {
        final int me;

        Member(int me) {
            super("member-" + me);
            this.me = me;
        }

        void serve() {
            if (me == 0) {
                rounds = 1;
            }
        }

        @Override public void run() {
            while (turn != me) {
                Thread.yield();
            }
            serve();
            turn = (me + 1) % (SIZE + 1);
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < SIZE; i++) {
            members[i] = new Member(i);
        }
        for (Thread member : members) {
            member.start();
        }
    }
}
