import java.lang.reflect.Field;
import sun.misc.Unsafe;

public class Addresses {
    int number = 1;
    volatile long wide = 2;
    Object object = "three";

    public static void main(String[] args) throws Exception {
        Field field = Unsafe.class.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        Unsafe u = (Unsafe) field.get(null);
        Addresses a = new Addresses();
        long number = u.objectFieldOffset(Addresses.class.getDeclaredField("number"));
        long wide = u.objectFieldOffset(Addresses.class.getDeclaredField("wide"));
        long object = u.objectFieldOffset(Addresses.class.getDeclaredField("object"));
        System.out.println(u.compareAndSwapInt(a, number, 1, 5) + " " + u.compareAndSwapInt(a, number, 1, 6) + " " + a.number);
        System.out.println(u.compareAndSwapLong(a, wide, 2, 7) + " " + u.getLongVolatile(a, wide) + " " + u.getAndAddLong(a, wide, 3) + " " + a.wide);
        System.out.println(u.compareAndSwapObject(a, object, "three", "four") + " " + u.getObject(a, object) + " " + u.getAndSetObject(a, object, null) + " " + a.object);
        u.putInt(a, number, 8);
        u.putOrderedInt(a, number, u.getInt(a, number) + 1);
        u.putLongVolatile(a, wide, -1L);
        u.putObjectVolatile(a, object, a);
        System.out.println(a.number + " " + a.wide + " " + (a.object == a) + " " + u.getAndAddInt(a, number, 2) + " " + u.getIntVolatile(a, number));
        int[] ints = {1, 2, 3};
        long base = u.arrayBaseOffset(int[].class);
        long scale = u.arrayIndexScale(int[].class);
        u.putInt(ints, base + 2 * scale, 9);
        System.out.println(u.getInt(ints, base + scale) + " " + ints[2] + " " + u.compareAndSwapInt(ints, base, 1, 0) + " " + scale);
        u.loadFence();
        u.storeFence();
        u.fullFence();
    }
}
