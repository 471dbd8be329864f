// A command by name: a switch over strings reads the command twice. Expected: an exception.
public class TextSwitch {
    static String command = "stop";
    static int run() {
        switch (command) {
            case "stop": return command.equals("stop") ? 0 : 1;
            case "go": return 2;
            default: throw new IllegalStateException(command);
        }
    }
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> command = "go");
        t.start();
        if (run() == 1) throw new IllegalStateException("changed");
        t.join();
    }
}
