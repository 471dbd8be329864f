import java.io.*;
import java.util.*;
import java.util.function.*;
import java.util.stream.*;

public class Utils {
    enum Colour { RED, GREEN, BLUE; Colour next() { return values()[(ordinal() + 1) % values().length]; } }
    record Point(int x, int y) { Point { if (x < 0) throw new IllegalArgumentException("x"); } double norm() { return Math.sqrt(x * x + y * y); } }

    public static void main(String[] args) throws Exception {
        Random r = new Random(42);
        System.out.println(r.nextInt() + " " + r.nextInt(100) + " " + r.nextLong() + " " + r.nextDouble() + " " + r.nextBoolean() + " " + r.nextGaussian());
        SplittableRandom s = new SplittableRandom(7);
        System.out.println(s.nextInt() + " " + s.nextInt(10) + " " + s.split().nextLong());
        System.out.println(UUID.fromString("123e4567-e89b-12d3-a456-426614174000") + " " + new UUID(1, 2) + " " + UUID.fromString("123e4567-e89b-12d3-a456-426614174000").version());
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        DataOutputStream data = new DataOutputStream(out);
        data.writeInt(7); data.writeUTF("hi"); data.writeDouble(1.5);
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(out.toByteArray()));
        System.out.println(out.size() + " " + in.readInt() + " " + in.readUTF() + " " + in.readDouble());
        BufferedReader reader = new BufferedReader(new StringReader("one\ntwo\n\nfour"));
        System.out.println(reader.lines().map(String::length).collect(Collectors.toList()));
        StringWriter text = new StringWriter();
        PrintWriter print = new PrintWriter(text);
        print.printf("%d %s%n", 3, "x"); print.println(true); print.flush();
        System.out.print(text);
        Properties p = new Properties();
        p.setProperty("a", "1"); p.load(new StringReader("b = 2\n# c\nd:3"));
        System.out.println(p.getProperty("a") + p.getProperty("b") + p.getProperty("d") + p.getProperty("e", "none"));
        System.out.println(Stream.of("b", "a", "c").sorted(Comparator.reverseOrder()).collect(Collectors.joining(",", "[", "]")));
        System.out.println(IntStream.rangeClosed(1, 5).mapToObj(i -> new Point(i, -i)).filter(q -> q.x() % 2 == 1).map(Point::toString).collect(Collectors.toList()));
        Map<Boolean, Long> parts = IntStream.range(0, 10).boxed().collect(Collectors.partitioningBy(i -> i > 6, Collectors.counting()));
        System.out.println(parts + " " + Stream.of(1, 2, 3).reduce(0, Integer::sum) + " " + IntStream.of(3, 1, 2).summaryStatistics());
        System.out.println(new TreeMap<>(Stream.of("aa", "b", "cc").collect(Collectors.groupingBy(String::length, Collectors.mapping(String::toUpperCase, Collectors.toList())))));
        List<String> names = new ArrayList<>(List.of("bob", "Al", "cy"));
        names.sort(Comparator.comparing(String::length).thenComparing(Comparator.naturalOrder()));
        System.out.println(names + " " + Optional.of(3).map(i -> i * 2).filter(i -> i > 5).orElse(0) + " " + Optional.empty());
        String[] array = names.toArray(new String[0]);
        System.out.println(array.length + array.getClass().getSimpleName() + Arrays.toString(names.toArray(String[]::new)));
        EnumMap<Colour, Integer> map = new EnumMap<>(Colour.class);
        map.put(Colour.BLUE, 1); map.put(Colour.RED, 2);
        System.out.println(map + " " + Colour.valueOf("GREEN").next() + " " + EnumSet.complementOf(EnumSet.of(Colour.RED)) + " " + Colour.RED.compareTo(Colour.BLUE));
        try { Colour.valueOf("PINK"); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        System.out.println(new Point(3, 4) + " " + new Point(3, 4).equals(new Point(3, 4)) + " " + new Point(3, 4).hashCode() + " " + new Point(3, 4).norm());
        System.out.println(Math.floorMod(-7, 3) + " " + Math.abs(-2.5) + " " + Math.round(2.5) + " " + Math.hypot(3, 4) + " " + Math.max(1, 2) + " " + Math.addExact(1, 2) + " " + Math.ceil(1.2) + " " + Math.signum(-3.0));
        Scanner scan = new Scanner("12 abc 3.5\nline two");
        System.out.println(scan.nextInt() + " " + scan.next() + " " + scan.nextDouble() + " [" + scan.nextLine() + "] " + scan.nextLine());
    }
}
