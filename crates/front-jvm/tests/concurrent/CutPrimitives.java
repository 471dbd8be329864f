// The classes of primitive types.
public class CutPrimitives {
    public static void main(String[] args) {
        Object number = 1;
        assert int.class != null && int.class == Integer.TYPE && (Object) int.class != long.class;
        assert void.class != null && (Object) void.class != Void.class;
        assert !int.class.isInstance(number) && Integer.class.isInstance(number);
        assert int.class.getName().equals("int");
    }
}
