// Nobody to exchange with. Expected: deadlock.
import java.util.concurrent.Exchanger;
public class ExchangeAlone {
    public static void main(String[] args) throws InterruptedException {
        new Exchanger<String>().exchange("b");
    }
}
