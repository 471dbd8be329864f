/** What is thrown there is caught here, with what is in it. */
public class Client {
    public static void main(String[] args) throws Exception {
        Till till = (Till) Names.find("till");
        try {
            till.pay(-1);
            throw new AssertionError("paid");
        } catch (IllegalArgumentException wrong) {
            System.out.println(wrong.getMessage());
        }
        try {
            till.pay(6);
            throw new AssertionError("paid");
        } catch (TooLittle less) {
            System.out.println(less.getMessage() + ", " + till.pay(less.there) + " left");
        }
    }
}
