import java.util.concurrent.ConcurrentHashMap;

public class LargeMap {
    public static void main(String[] args) {
        ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        for (int i = 0; i < 2000; i++) {
            map.put(i * 7 % 2000, i);
        }
        System.out.println(map.size() + " " + map.get(3) + " " + map.remove(4) + " " + map.get(4));
    }
}
