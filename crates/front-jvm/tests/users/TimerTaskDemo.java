import java.util.*;
public class TimerTaskDemo {
    static boolean fired;
    public static void main(String[] args) throws Exception {
        Timer timer = new Timer("reminder");
        timer.schedule(new TimerTask() {
            @Override public void run() { fired = true; }
        }, 100);
        Thread.sleep(500);
        timer.cancel();
        assert fired : "the timer has not fired";   // sleeping is no synchronisation
    }
}
