import static org.junit.jupiter.api.Assertions.*;

import java.io.Serializable;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClassesTest {
    interface Shape extends Comparable<Shape> {}
    record Square(int side) {}
    enum Kind { A { void f() {} }, B }

    @Test
    void queries() {
        assertTrue(int[].class.isArray() && !Integer.class.isPrimitive() && int.class.isPrimitive());
        assertEquals(int.class, int[].class.getComponentType());
        assertEquals("ClassesTest$Shape", Shape.class.getName());
        assertEquals("Shape", Shape.class.getSimpleName());
        assertEquals("ClassesTest.Shape", Shape.class.getCanonicalName());
        assertEquals("java.util.List[]", List[].class.getTypeName());
        assertEquals("java.lang", String.class.getPackageName());
        assertTrue(Shape.class.isInterface() && Square.class.isRecord() && Kind.class.isEnum());
        assertFalse(Kind.A.getClass().isEnum());
        assertEquals(Kind.class, Kind.A.getDeclaringClass());
        assertEquals(ClassesTest.class, Shape.class.getEnclosingClass());
        assertTrue(Modifier.isStatic(Shape.class.getModifiers()) && Modifier.isAbstract(Shape.class.getModifiers()));
        assertArrayEquals(new Class<?>[] {Comparable.class}, Shape.class.getInterfaces());
    }

    @Test
    void assignable() {
        assertTrue(Number.class.isAssignableFrom(Integer.class) && !Integer.class.isAssignableFrom(Number.class));
        assertTrue(Object[].class.isAssignableFrom(String[].class) && Serializable.class.isAssignableFrom(int[].class));
        assertTrue(Iterable.class.isAssignableFrom(ArrayList.class) && !int.class.isAssignableFrom(Integer.class));
        assertEquals("class java.lang.String", String.class.toString());
        assertThrows(ClassCastException.class, () -> Integer.class.cast("x"));
        assertThrows(ClassCastException.class, () -> String.class.asSubclass(Number.class));
    }

    @Test
    void arrays() {
        List<String> list = new ArrayList<>(Arrays.asList("a", "b"));
        String[] array = list.toArray(new String[0]);
        assertEquals(2, array.length);
        assertEquals(String[].class, array.getClass());
        assertEquals(3, Arrays.copyOf(array, 3).length);
        assertThrows(ArrayStoreException.class, () -> list.toArray(new Integer[2]));
    }

    @Test
    void wrongName() {
        assertEquals("Shape", Shape.class.getName());
    }
}
