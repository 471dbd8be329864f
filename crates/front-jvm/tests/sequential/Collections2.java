import java.util.*;
public class Collections2 {
    enum Day { MON, TUE, WED }
    public static void main(String[] args) {
        Deque<Integer> d = new ArrayDeque<>(); d.push(1); d.addLast(2); d.addFirst(0); System.out.println(d + " " + d.pollLast());
        LinkedList<String> l = new LinkedList<>(List.of("x", "y", "z")); l.remove("y"); l.addFirst("w"); System.out.println(l);
        TreeMap<String, Integer> t = new TreeMap<>(); t.put("b", 2); t.put("a", 1); t.put("c", 3); System.out.println(t + " " + t.firstKey() + " " + t.headMap("c"));
        Set<Integer> s = new HashSet<>(); for (int i = 0; i < 30; i++) s.add(i * 7 % 11); System.out.println(s.size() + " " + s.contains(5)); Set<Day> days = new TreeSet<>(List.of(Day.WED, Day.MON)); System.out.println(days);
        PriorityQueue<Integer> q = new PriorityQueue<>(Comparator.reverseOrder()); q.add(3); q.add(9); q.add(5); System.out.println(q.poll() + " " + q.poll());
        int[] a = { 5, 3, 1, 4 }; Arrays.sort(a); System.out.println(Arrays.toString(a) + Arrays.binarySearch(a, 4)); List<String> names = Arrays.asList("bob", "al", "cy"); names.sort(Comparator.comparing(String::length)); System.out.println(names); Collections.reverse(names); System.out.println(names);
        Iterator<Integer> it = s.iterator(); int sum = 0; while (it.hasNext()) { int v = it.next(); if (v % 2 == 0) it.remove(); else sum += v; } System.out.println(sum + " " + s.size()); Map<Character, Integer> count = new LinkedHashMap<>(); for (char c : "mississippi".toCharArray()) count.merge(c, 1, Integer::sum); System.out.println(count); for (Map.Entry<Character, Integer> e : count.entrySet()) if (e.getValue() == 4) System.out.println(e.getKey());
        try { for (Integer x : new ArrayList<>(List.of(1, 2, 3))) { if (x == 2) throw new IllegalArgumentException("two"); } } catch (IllegalArgumentException e) { System.out.println(e); } List<Integer> list = new ArrayList<>(List.of(1, 2, 3)); try { for (Integer x : list) list.remove(x); } catch (ConcurrentModificationException e) { System.out.println("cme"); } try { List.of(1).add(2); } catch (UnsupportedOperationException e) { System.out.println("uoe"); } System.out.println(Optional.of(3).map(x -> x + 1).get()); System.out.println(Objects.equals(null, null) + " " + Objects.hash(1, 2)); System.out.println(list.hashCode() + " " + "ab".hashCode() + " " + List.of("a", "b").equals(Arrays.asList("a", "b")));
    }
}
