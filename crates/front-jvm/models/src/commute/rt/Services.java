package commute.rt;

import java.util.Collections;
import java.util.Iterator;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/** {@code java.util.ServiceLoader} where nobody provides the service; whether somebody does is known from the class path. */
final class Services {
    private Services() {}

    static ServiceLoader<?> load(Class<?> service) {
        if (service == null) {
            throw new NullPointerException("Service interface cannot be null");
        }
        // Refused if there are some.
        providers(service);
        return none();
    }

    static ServiceLoader<?> load(Class<?> service, ClassLoader loader) {
        return load(service);
    }

    static Iterator<?> iterator(ServiceLoader<?> of) {
        return Collections.emptyIterator();
    }

    static Stream<?> stream(ServiceLoader<?> of) {
        return Stream.empty();
    }

    static Optional<?> findFirst(ServiceLoader<?> of) {
        return Optional.empty();
    }

    private static native int providers(Class<?> service);

    private static native ServiceLoader<?> none();
}
