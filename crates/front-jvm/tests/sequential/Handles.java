import java.lang.invoke.*;
import java.util.*;

/** Variable handles and lookups are objects, and what is given to a handle is cast. */
public class Handles {
    static int before;
    static { before = early(); }

    int number = 3;
    Object any = 1;
    String text = "x";
    Handles next;
    final int fixed = 4;
    static long shared = 5;
    static final VarHandle NUMBER, ANY, TEXT, NEXT, FIXED, SHARED;
    static final VarHandle INTS = MethodHandles.arrayElementVarHandle(int[].class);
    static final VarHandle OBJECTS = MethodHandles.arrayElementVarHandle(Object[].class);

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            NUMBER = lookup.findVarHandle(Handles.class, "number", int.class);
            ANY = lookup.findVarHandle(Handles.class, "any", Object.class);
            TEXT = lookup.findVarHandle(Handles.class, "text", String.class);
            NEXT = lookup.findVarHandle(Handles.class, "next", Handles.class);
            FIXED = lookup.findVarHandle(Handles.class, "fixed", int.class);
            SHARED = MethodHandles.privateLookupIn(Handles.class, lookup).findStaticVarHandle(Handles.class, "shared", long.class);
        } catch (ReflectiveOperationException e) {
            throw new Error(e);
        }
    }

    /** The handle is not there yet. */
    static int early() {
        try {
            SHARED.set(1L);
            return 1;
        } catch (NullPointerException e) {
            return 2;
        }
    }

    interface Attempt {
        Object come() throws Throwable;
    }

    static void show(Attempt attempt) {
        Object what;
        try {
            what = attempt.come();
        } catch (Throwable e) {
            what = e.getClass().getName();
        }
        System.out.println(what);
    }

    static void objects() {
        show(() -> before);
        show(() -> MethodHandles.lookup() == null);
        show(() -> MethodHandles.lookup() == MethodHandles.lookup());
        show(() -> MethodHandles.lookup().lookupClass() == Handles.class);
        show(() -> NUMBER == null || NUMBER == ANY);
        show(() -> NUMBER.equals(NUMBER) && NUMBER.hashCode() == NUMBER.hashCode());
        show(() -> new ArrayList<>(List.of(NUMBER, ANY)).indexOf(ANY));
        show(() -> Optional.ofNullable(INTS).isPresent());
        show(() -> NUMBER.getClass().getName() + FIXED.getClass().getName() + INTS.getClass().getName());
        show(() -> { synchronized (NUMBER) { return "in"; } });
        show(() -> { MethodHandles.Lookup none = null; return none.findVarHandle(Handles.class, "number", int.class); });
    }

    static void casts(Handles it) {
        show(() -> { String s = (String) ANY.get(it); return s; });
        show(() -> { Integer i = (Integer) ANY.get(it); return i; });
        show(() -> { NUMBER.set((Object) "no", 1); return "set"; });
        show(() -> { NUMBER.set((Object) it, 7); return it.number; });
        show(() -> { NUMBER.set((Handles) null, 1); return "set"; });
        show(() -> { NEXT.set(it, (Object) "no"); return "set"; });
        show(() -> { TEXT.set(it, (Object) "yes"); return it.text; });
        show(() -> { TEXT.set(it, null); return it.text; });
        show(() -> { NUMBER.set(it, (byte) 5); return it.number; });
        show(() -> (int) FIXED.get(it));
        show(() -> (long) SHARED.getAndAdd(2L) + shared);
    }

    static void arrays() {
        show(() -> { Object[] strings = new String[1]; OBJECTS.set(strings, 0, (Object) 5); return "set"; });
        show(() -> { Object[] strings = new String[1]; OBJECTS.set(strings, 1, (Object) 5); return "set"; });
        show(() -> { Object[] strings = new String[1]; OBJECTS.set(strings, 0, (Object) "s"); return strings[0]; });
        show(() -> { int[] none = null; INTS.set(none, 0, 5); return "set"; });
    }

    public static void main(String[] args) {
        objects();
        casts(new Handles());
        arrays();
    }
}
