import java.io.*;
import java.util.*;

/** Object streams: what classes may say of themselves, and what goes wrong. */
public class Serial {
    static class Session implements Serializable {
        private static final long serialVersionUID = 3;
        final String user;
        transient String password;
        transient int tries = 9;
        static int sessions = 4;

        Session(String user, String password) {
            this.user = user;
            this.password = password;
        }
    }

    /** Has no constructor without parameters that a class below could use. */
    static class Closed {
        Closed(int n) {
        }
    }

    static class BelowClosed extends Closed implements Serializable {
        BelowClosed() {
            super(1);
        }
    }

    static class Shape {
        int corners;

        Shape() {
            corners = 3;
            System.out.println("a shape");
        }
    }

    static class Square extends Shape implements Serializable {
        private static final long serialVersionUID = 1;
        int side;

        Square(int side) {
            this.side = side;
            corners = 4;
            System.out.println("a square");
        }
    }

    /** What each class of several has for streams is called from above. */
    static class Upper implements Serializable {
        private static final long serialVersionUID = 1;
        int upper = 1;

        private void writeObject(ObjectOutputStream out) throws IOException {
            System.out.println("writes upper");
            out.defaultWriteObject();
            out.writeUTF("extra");
            out.writeObject(new int[] {1, 2});
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            System.out.println("reads upper");
            in.defaultReadObject();
            System.out.println(in.readUTF() + Arrays.toString((int[]) in.readObject()));
        }
    }

    static class Lower extends Upper {
        private static final long serialVersionUID = 1;
        int lower = 2;

        private void writeObject(ObjectOutputStream out) throws IOException {
            System.out.println("writes lower");
            ObjectOutputStream.PutField fields = out.putFields();
            fields.put("lower", lower * 10);
            out.writeFields();
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            System.out.println("reads lower");
            lower = in.readFields().get("lower", -1) / 10;
        }
    }

    static class Money implements Serializable {
        private static final long serialVersionUID = 1;
        final int cents;

        Money(int cents) {
            this.cents = cents;
        }

        private Object writeReplace() {
            return new Form(cents / 100, cents % 100);
        }

        private void readObject(ObjectInputStream in) throws InvalidObjectException {
            throw new InvalidObjectException("a form is needed");
        }

        private static class Form implements Serializable {
            private static final long serialVersionUID = 1;
            private final int whole;
            private final int rest;

            Form(int whole, int rest) {
                this.whole = whole;
                this.rest = rest;
            }

            private Object readResolve() {
                return new Money(whole * 100 + rest);
            }
        }
    }

    static class Level implements Serializable {
        private static final long serialVersionUID = 1;
        static final Level LOW = new Level("low");
        static final Level HIGH = new Level("high");
        private final String name;

        private Level(String name) {
            this.name = name;
        }

        protected Object readResolve() throws ObjectStreamException {
            return name.equals("low") ? LOW : HIGH;
        }
    }

    public static class Point implements Externalizable {
        int x;
        int y;

        public Point() {
            System.out.println("a point");
        }

        Point(int x, int y) {
            this.x = x;
            this.y = y;
        }

        @Override
        public void writeExternal(ObjectOutput out) throws IOException {
            out.writeByte(x);
            out.writeLong(y);
            out.writeObject("end");
        }

        @Override
        public void readExternal(ObjectInput in) throws IOException, ClassNotFoundException {
            x = in.readByte();
            y = (int) in.readLong();
            System.out.println(in.readObject());
        }
    }

    static class Node implements Serializable {
        private static final long serialVersionUID = 1;
        final String name;
        Node next;
        List<Node> all = new ArrayList<>();

        Node(String name) {
            this.name = name;
        }
    }

    enum Day {
        MON, TUE {
            @Override
            String shown() {
                return "tuesday";
            }
        };

        String shown() {
            return name();
        }
    }

    record Range(int from, int to) implements Serializable {
        Range {
            System.out.println("checks " + from + ".." + to);
            if (from > to) {
                throw new IllegalArgumentException("empty");
            }
        }
    }

    record Named<T>(String name, T value, long... numbers) implements Serializable {
    }

    static class Holder implements Serializable {
        private static final long serialVersionUID = 1;
        Object held;

        Holder(Object held) {
            this.held = held;
        }
    }

    static class NoVersion implements Serializable, Comparable<NoVersion> {
        int number;
        protected String text;
        static final int CONSTANT = 3;

        public int compareTo(NoVersion other) {
            return Integer.compare(number, other.number);
        }

        private void own(long[] numbers) {
        }
    }

    static class Secret implements Serializable {
        private static final long serialVersionUID = 1;

        private void writeObject(ObjectOutputStream out) throws IOException {
            throw new NotSerializableException("secret");
        }
    }

    static byte[] bytes(Object... objects) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ObjectOutputStream out = new ObjectOutputStream(bytes);
        for (Object each : objects) {
            out.writeObject(each);
        }
        out.close();
        return bytes.toByteArray();
    }

    @SuppressWarnings("unchecked")
    static <T> T copy(T object) throws Exception {
        byte[] bytes = bytes(object);
        System.out.println(bytes.length + " bytes, " + Arrays.hashCode(bytes));
        return (T) new ObjectInputStream(new ByteArrayInputStream(bytes)).readObject();
    }

    static void fails(Object object) {
        try {
            System.out.println("copied " + copy(object).getClass());
        } catch (Exception wrong) {
            System.out.println(wrong);
        }
    }

    static void classes() throws Exception {
        Session session = copy(new Session("me", "pw"));
        System.out.println(session.user + " " + session.password + " " + session.tries + " " + Session.sessions);
        Square square = copy(new Square(5));
        System.out.println(square.side + " " + square.corners);
        Lower lower = copy(new Lower());
        System.out.println(lower.upper + " " + lower.lower);
        System.out.println(copy(new Money(1234)).cents);
        System.out.println((copy(Level.HIGH) == Level.HIGH) + " " + (copy(Level.LOW) == Level.LOW));
        Point point = copy(new Point(-3, 70000));
        System.out.println(point.x + " " + point.y);
    }

    static void graphs() throws Exception {
        Node a = new Node("a");
        Node b = new Node("b");
        a.next = b;
        b.next = a;
        a.all.add(a);
        a.all.add(b);
        Node c = copy(a);
        System.out.println((c != a) + " " + (c.next.next == c) + " " + (c.all.get(1) == c.next) + c.next.name);
        String text = new String("shared");
        Object[] both = copy(new Object[] {text, text, new int[0], null, new long[][] {{1}, null}});
        System.out.println((both[0] == both[1]) + " " + (both[0] == text) + ((long[][]) both[4])[0][0]);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ObjectOutputStream out = new ObjectOutputStream(bytes);
        int[] numbers = {1};
        out.writeObject(numbers);
        numbers[0] = 2;
        out.writeObject(numbers);
        out.reset();
        out.writeObject(numbers);
        out.writeUnshared(numbers);
        out.flush();
        ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()));
        int[] first = (int[]) in.readObject();
        int[] second = (int[]) in.readObject();
        int[] third = (int[]) in.readObject();
        System.out.println(first[0] + " " + (first == second) + " " + third[0] + " " + (third == in.readObject()));
        try {
            in.readObject();
        } catch (EOFException end) {
            System.out.println(end);
        }
    }

    static void values() throws Exception {
        System.out.println(copy(Day.TUE).shown() + (copy(Day.TUE) == Day.TUE) + copy(Day.MON));
        System.out.println(Arrays.toString(copy(Day.values())));
        System.out.println(copy(new Range(1, 2)));
        Named<Day> named = copy(new Named<>("n", Day.MON, 1, 2));
        System.out.println(named.name() + named.value() + named.numbers()[1]);
        System.out.println(copy('x') + " " + copy(1.5f) + " " + copy((short) 3) + " " + copy(Long.MIN_VALUE));
        System.out.println(Arrays.toString(copy(new double[] {1, -0.0, Double.NaN})));
        System.out.println(Arrays.deepToString(copy(new String[][] {{"a", null}, {}})));
        System.out.println(copy(String.class) + " " + copy(int[].class));
    }

    static void mistakes() throws Exception {
        fails(new Object());
        fails(new Holder(new Holder(new Thread[1])));
        fails(new Holder(new Holder(new Object())));
        fails(new BelowClosed());
        fails(new Secret());
        fails(Optional.of(1));
        byte[] bytes = bytes(new Range(1, 7));
        bytes[bytes.length - 1] = 0;
        try {
            new ObjectInputStream(new ByteArrayInputStream(bytes)).readObject();
        } catch (InvalidObjectException wrong) {
            System.out.println(wrong + ", " + wrong.getCause());
        }
        byte[] session = bytes(new Session("u", "p"));
        for (int i = 0; i < session.length; i++) {
            if (session[i] == 3 && session[i - 1] == 0) {
                session[i] = 4;
            }
        }
        try {
            new ObjectInputStream(new ByteArrayInputStream(session)).readObject();
        } catch (InvalidClassException wrong) {
            System.out.println(wrong);
        }
        try {
            new ObjectInputStream(new ByteArrayInputStream(new byte[] {1, 2, 3, 4}));
        } catch (StreamCorruptedException wrong) {
            System.out.println(wrong);
        }
        ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes("text")));
        try {
            in.readInt();
        } catch (EOFException wrong) {
            System.out.println(wrong);
        }
    }

    static void versions() {
        for (Class<?> each : new Class<?>[] {Session.class, NoVersion.class, Day.class, Range.class, Holder[].class}) {
            System.out.println(ObjectStreamClass.lookup(each).getSerialVersionUID());
        }
        for (ObjectStreamField field : ObjectStreamClass.lookup(NoVersion.class).getFields()) {
            System.out.println(field + " " + field.isPrimitive() + " " + field.getTypeCode());
        }
        System.out.println(ObjectStreamClass.lookup(Closed.class) + " " + ObjectStreamClass.lookupAny(Closed.class));
    }

    public static void main(String[] args) throws Exception {
        classes();
        graphs();
        values();
        mistakes();
        versions();
    }
}
