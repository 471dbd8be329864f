/** Takes what is said to be there, and forgets that somebody else may have taken it since. */
public class Client {
    public static void main(String[] args) throws Exception {
        Till till = (Till) Names.find("till");
        try {
            till.pay(6);
        } catch (TooLittle less) {
            till.pay(less.there);
            System.out.println("paid " + less.there);
        }
    }
}
