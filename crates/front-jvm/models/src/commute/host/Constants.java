package commute.host;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.ref.Reference;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.text.spi.NumberFormatProvider;
import java.util.ArrayDeque;
import java.util.IdentityHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.ResourceBundle;
import sun.util.locale.provider.LocaleProviderAdapter.Type;
import sun.util.locale.provider.LocaleProviderAdapter;
import sun.util.resources.LocaleData;
import sun.util.resources.ParallelListResourceBundle;

/**
 * A program of its own, run by the user's {@code java}: tells the values that static fields of library classes have after their
 * initialisation, with all objects that hang on them. Nothing of a program that is checked is on its class path.
 *
 * <p>A request is 1, the name of a class and of a field; or 2, the name of a resource bundle of the library and a locale. The answer is 0 and a value, after the objects that were not told before; or 1
 * and the reason why there is none.
 */
public final class Constants {
    /** The most objects in one answer. */
    private static final int MOST = 20_000;

    private static final int BUNDLE = 2;
    private static final int NULL = 0, WORD = 1, OBJECT = 2;
    private static final int INSTANCE = 1, ARRAY = 2, TEXT = 3, CLASS = 4, HELD = 5, OPAQUE = 6;

    /** What has its meaning in this machine only. */
    private static final String[] OPAQUE_CLASSES = {
        "java.lang.Thread", "java.lang.ThreadGroup", "java.lang.ClassLoader", "java.lang.Module", "java.lang.ModuleLayer",
        "java.lang.StackTraceElement", "java.lang.Process", "java.lang.Runtime", "java.lang.invoke.", "java.lang.reflect.",
        "java.lang.module.", "java.lang.ref.Cleaner", "java.lang.ref.Finalizer", "java.security.ProtectionDomain",
        "java.security.AccessControlContext", "java.security.SecureRandom", "java.io.FileDescriptor", "java.io.Console",
        "java.net.", "java.nio.Direct", "java.nio.channels.", "java.nio.file.", "java.util.ServiceLoader", "java.util.jar.",
        "java.util.zip.", "java.util.logging.", "jdk.internal.loader.", "jdk.internal.misc.", "jdk.internal.module.",
        "jdk.internal.ref.", "jdk.internal.reflect.", "jdk.internal.access.", "sun.misc.", "sun.nio.ch.", "sun.nio.fs.",
        "sun.reflect.", "java.util.concurrent.atomic.AtomicIntegerFieldUpdater",
        "java.util.concurrent.atomic.AtomicLongFieldUpdater", "java.util.concurrent.atomic.AtomicReferenceFieldUpdater",
    };

    private final Map<Object, Integer> numbers = new IdentityHashMap<>();
    private final ArrayDeque<Object> untold = new ArrayDeque<>();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private DataOutputStream objects = new DataOutputStream(bytes);
    private int told;

    public static void main(String[] args) throws Exception {
        openAll();
        Constants constants = new Constants();
        FileInputStream given = new FileInputStream(FileDescriptor.in);
        FileOutputStream taken = new FileOutputStream(FileDescriptor.out);
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(given));
                DataOutputStream out = new DataOutputStream(new BufferedOutputStream(taken))) {
            for (int what = in.read(); what >= 0; what = in.read()) {
                constants.answer(what, in.readUTF(), in.readUTF(), out);
                out.flush();
            }
        }
    }

    /** Lets this class look at everything; {@code java.lang} was opened on the command line. */
    private static void openAll() throws Exception {
        Method open = Module.class.getDeclaredMethod("implAddOpensToAllUnnamed", String.class);
        open.setAccessible(true);
        for (Module module : ModuleLayer.boot().modules()) {
            for (String name : module.getPackages()) {
                open.invoke(module, name);
            }
        }
    }

    private void answer(int what, String of, String name, DataOutputStream out) throws IOException {
        bytes.reset();
        told = 0;
        ByteArrayOutputStream last = new ByteArrayOutputStream();
        String wrong = null;
        try {
            if (what == BUNDLE) {
                value(ResourceBundle.class, bundle(of, name), new DataOutputStream(last));
            } else {
                Field field = Class.forName(of, true, ClassLoader.getPlatformClassLoader()).getDeclaredField(name);
                field.setAccessible(true);
                value(field.getType(), field.get(null), new DataOutputStream(last));
            }
            tellAll();
        } catch (IOException error) {
            throw error;
        } catch (Exception | LinkageError error) {
            wrong = error.toString();
        }
        if (wrong != null) {
            out.writeByte(1);
            out.writeUTF(wrong);
            // What was begun is told with the next answer.
            return;
        }
        out.writeByte(0);
        out.writeInt(told);
        bytes.writeTo(out);
        last.writeTo(out);
    }

    /** A bundle of texts for a locale, with all that it has. */
    private static ResourceBundle bundle(String name, String locale) {
        String[] parts = locale.split("_");
        Locale of = new Locale(parts[0], parts.length > 1 ? parts[1] : "");
        if (LocaleProviderAdapter.getAdapter(NumberFormatProvider.class, of).getAdapterType() != Type.CLDR) {
            throw new IllegalArgumentException("there is no data for the locale " + locale);
        }
        ResourceBundle bundle = LocaleData.getBundle(name, of);
        if (bundle instanceof ParallelListResourceBundle) {
            Type type = name.contains(".cldr.") ? Type.CLDR : Type.JRE;
            new LocaleData(type).setSupplementary((ParallelListResourceBundle) bundle);
        }
        // Makes it and its parents fill their tables.
        bundle.keySet();
        bundle.containsKey("");
        return bundle;
    }

    private void tellAll() throws IOException {
        while (!untold.isEmpty()) {
            Object next = untold.poll();
            told++;
            objects.writeInt(numbers.get(next));
            tell(next);
        }
    }

    private void value(Class<?> type, Object value, DataOutputStream to) throws IOException {
        if (type.isPrimitive()) {
            to.writeByte(WORD);
            to.writeLong(word(value));
        } else if (value == null) {
            to.writeByte(NULL);
        } else {
            Integer number = numbers.get(value);
            if (number == null) {
                number = numbers.size();
                numbers.put(value, number);
                untold.add(value);
            }
            to.writeByte(OBJECT);
            to.writeInt(number);
        }
    }

    private static long word(Object value) {
        if (value instanceof Boolean) {
            return (Boolean) value ? 1 : 0;
        }
        if (value instanceof Character) {
            return (Character) value;
        }
        if (value instanceof Float) {
            return Float.floatToRawIntBits((Float) value) & 0xffff_ffffL;
        }
        if (value instanceof Double) {
            return Double.doubleToRawLongBits((Double) value);
        }
        return ((Number) value).longValue();
    }

    private void tell(Object object) throws IOException {
        Class<?> type = object.getClass();
        String name = type.getName();
        String holder = holder(object);
        if (told > MOST) {
            opaque("too many objects hang on it");
        } else if (object instanceof String) {
            text((String) object);
        } else if (object instanceof Class) {
            Class<?> of = (Class<?>) object;
            objects.writeByte(CLASS);
            objects.writeUTF(of.getName().replace('.', '/'));
        } else if (type.isHidden() || type.isSynthetic()) {
            opaque("a part of it is a lambda");
        } else if (isOpaque(type)) {
            opaque("a part of it is a " + name);
        } else if (holder != null) {
            objects.writeByte(HELD);
            objects.writeUTF(holder.replace('.', '/'));
            if (type.isArray()) {
                array(object);
            } else {
                instance(object);
            }
        } else if (type.isArray()) {
            array(object);
        } else {
            instance(object);
        }
    }

    private static boolean isOpaque(Class<?> type) {
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            for (String opaque : OPAQUE_CLASSES) {
                if (opaque.endsWith(".") ? at.getName().startsWith(opaque) : at.getName().equals(opaque)) {
                    return true;
                }
            }
        }
        return false;
    }

    private void opaque(String why) throws IOException {
        objects.writeByte(OPAQUE);
        objects.writeUTF(why);
    }

    private void text(String text) throws IOException {
        objects.writeByte(TEXT);
        // A literal, or another text that was made one: asking makes a copy one at most.
        objects.writeBoolean(new String(text.toCharArray()).intern() == text);
        objects.writeInt(text.length());
        objects.writeChars(text);
    }

    /** The class that has an object in a static field, if it is the object's own, or one around or above that. */
    private static String holder(Object object) {
        Class<?> type = object.getClass();
        if (isBox(object)) {
            return type.getName();
        }
        if (type.isArray() || object instanceof String || object instanceof Class) {
            return null;
        }
        for (Class<?> at = type; at != null && at != Object.class; at = at.getSuperclass()) {
            for (Class<?> around = at; around != null; around = around.getEnclosingClass()) {
                if (holds(around, object)) {
                    return around.getName();
                }
            }
        }
        return null;
    }

    private static boolean holds(Class<?> type, Object object) {
        Field[] fields;
        try {
            fields = type.getDeclaredFields();
        } catch (LinkageError error) {
            return false;
        }
        for (Field field : fields) {
            if (!Modifier.isStatic(field.getModifiers()) || field.getType().isPrimitive()) {
                continue;
            }
            try {
                field.setAccessible(true);
                if (field.get(null) == object) {
                    return true;
                }
            } catch (IllegalAccessException | LinkageError error) {
                return false;
            }
        }
        return false;
    }

    /** Whether it is one of the boxes that {@code valueOf} keeps. */
    private static boolean isBox(Object object) {
        if (object instanceof Boolean) {
            return object == Boolean.valueOf((Boolean) object);
        }
        if (object instanceof Character) {
            return object == Character.valueOf((Character) object);
        }
        if (object instanceof Byte) {
            return object == Byte.valueOf((Byte) object);
        }
        if (object instanceof Short) {
            return object == Short.valueOf((Short) object);
        }
        if (object instanceof Integer) {
            return object == Integer.valueOf((Integer) object);
        }
        return object instanceof Long && object == Long.valueOf((Long) object);
    }

    private void array(Object array) throws IOException {
        Class<?> element = array.getClass().getComponentType();
        objects.writeByte(ARRAY);
        objects.writeUTF(array.getClass().getName().replace('.', '/'));
        int length = Array.getLength(array);
        objects.writeInt(length);
        for (int i = 0; i < length; i++) {
            value(element, Array.get(array, i), objects);
        }
    }

    private void instance(Object object) throws IOException {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        DataOutputStream to = new DataOutputStream(content);
        int count = 0;
        for (Class<?> at = object.getClass(); at != null; at = at.getSuperclass()) {
            for (Field field : at.getDeclaredFields()) {
                if (Modifier.isStatic(field.getModifiers())) {
                    continue;
                }
                to.writeUTF(at.getName().replace('.', '/'));
                to.writeUTF(field.getName());
                value(field.getType(), content(field, object), to);
                count++;
            }
        }
        objects.writeByte(INSTANCE);
        objects.writeUTF(object.getClass().getName().replace('.', '/'));
        objects.writeInt(count);
        content.writeTo(objects);
    }

    private static Object content(Field field, Object object) throws IOException {
        if (object instanceof Reference && field.getName().equals("discovered")) {
            // A list of the collector.
            return null;
        }
        if (object instanceof ResourceBundle && field.getName().equals("cacheKey")) {
            // Who loaded it.
            return null;
        }
        try {
            field.setAccessible(true);
            return field.get(object);
        } catch (IllegalAccessException error) {
            throw new IOException(error);
        }
    }
}
