package commute.rt;

import java.text.spi.BreakIteratorProvider;
import java.text.spi.CollatorProvider;
import java.util.Collections;
import java.util.Locale;
import java.util.ResourceBundle;
import java.util.Set;
import sun.util.cldr.CLDRLocaleProviderAdapter;
import sun.util.locale.provider.JRELocaleProviderAdapter;
import sun.util.locale.provider.LocaleProviderAdapter;
import sun.util.locale.provider.LocaleProviderAdapter.Type;

/**
 * Where the library finds what is written differently in each country: the JDK's own data by its own code, without a search for
 * those who might provide other data. The texts are asked of the JVM, for the locales that have constants.
 */
final class Locales {
    private Locales() {
    }

    private static final class Cldr {
        static final LocaleProviderAdapter ADAPTER = new CLDRLocaleProviderAdapter();
    }

    private static final class Jre {
        static final LocaleProviderAdapter ADAPTER = new JRELocaleProviderAdapter();
    }

    static LocaleProviderAdapter forType(Type type) {
        if (type != Type.CLDR && type != Type.JRE) {
            otherLocale();
        }
        return type == Type.CLDR ? Cldr.ADAPTER : Jre.ADAPTER;
    }

    static LocaleProviderAdapter adapter(Class<?> provider, Locale locale) {
        if (provider == BreakIteratorProvider.class || provider == CollatorProvider.class) {
            return Jre.ADAPTER;
        }
        return Cldr.ADAPTER;
    }

    /** The locales for which something is available: what is not is refused when its texts are wanted. */
    static Set<String> tags(Object adapter, String category) {
        return Collections.emptySet();
    }

    static ResourceBundle bundle(String name, Locale locale) {
        String wanted = name + ' ' + locale;
        String[] known = names();
        for (int i = 0; i < known.length; i++) {
            if (known[i].equals(wanted)) {
                return (ResourceBundle) bundle(i);
            }
        }
        otherLocale();
        return null;
    }

    /** The names of all bundles that can be asked for, each with its locale. */
    private static native String[] names();

    private static native Object bundle(int number);

    /** Refused. */
    private static native void otherLocale();
}
