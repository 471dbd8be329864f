import java.rmi.server.UnicastRemoteObject;

/** Lets a worker work, and looks how far it is. */
public class Client {
    public static void main(String[] args) throws Exception {
        Worker worker = (Worker) Names.find("worker");
        Counter progress = new Counter();
        worker.work(progress);
        System.out.println("done " + progress.done());
        if (progress.done() != 2) {
            throw new AssertionError("not counted here");
        }
        UnicastRemoteObject.unexportObject(progress, true);
    }
}
