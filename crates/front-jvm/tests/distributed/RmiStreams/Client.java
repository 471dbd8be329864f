/** Plain objects beside those that write themselves: what both lead to is one object. */
public class Client {
    public static void main(String[] args) throws Exception {
        Store store = (Store) Names.find("store");
        Odd odd = new Odd(3);
        odd.other = new int[] {4};
        Object[] back = (Object[]) store.same(odd.other, odd);
        System.out.println(back[1] + " " + (((Odd) back[1]).other == back[0]) + ((int[]) back[0])[0]);
        back = (Object[]) store.same(Odd.USUAL, null);
        System.out.println(back[0] + " " + (back[0] == Odd.USUAL) + back[1]);
    }
}
