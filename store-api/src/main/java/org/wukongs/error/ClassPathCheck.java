package org.wukongs.error;

import java.io.IOException;
import java.net.URL;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Refuses to start if classes of Wukong+S come from jars that do not fit together.
 *
 * <p>The SQL jar contains the classes of the plain jars, compiled against libraries that it moved
 * to packages of its own. If both meet, a caller finds another signature than it was compiled for,
 * in the middle of a job. So every entry point for users calls {@link #check} first.
 *
 * <p>Jars in the class loader of a job and jars in Flink's own meet only if a class of one finds a
 * class of the other; a loader with a complete jar of its own is accepted.
 */
public final class ClassPathCheck {

    /** The SQL jar's build rewrites this string, as all names of the packages that it moves. */
    private static final boolean IN_SQL_JAR = !"org.eclipse.rdf4j".startsWith("org.eclipse");

    private static final String ADVICE =
            " are on the class path; keep either flink-sql-connector-wukongs, which has"
                    + " everything, or the plain jars, each once: ";

    private ClassPathCheck() {}

    /** Throws {@link WukongsException} if {@code caller} would meet classes of another jar. */
    public static void check(Class<?> caller) {
        refuseSeveral(caller, copies(caller, caller));
        List<String> copies = copies(ClassPathCheck.class, caller);
        refuseSeveral(caller, copies);
        String used = jar(ClassPathCheck.class);
        if (copies.size() == 1 && !copies.get(0).equals(used)) {
            throw refusal(caller, List.of(copies.get(0), used));
        }
        if (IN_SQL_JAR && !jar(caller).equals(used)) {
            throw refusal(caller, List.of(jar(caller), used));
        }
    }

    private static void refuseSeveral(Class<?> caller, List<String> copies) {
        if (copies.size() > 1) {
            throw refusal(caller, copies);
        }
    }

    private static WukongsException refusal(Class<?> caller, List<String> jars) {
        return new WukongsException(
                WukongsException.Category.USER,
                "jars of Wukong+S that do not fit together"
                        + ADVICE
                        + "class="
                        + caller.getName()
                        + " jars="
                        + jars);
    }

    /** Jars with a class in the loader of {@code caller}, without those of the loader's parent. */
    private static List<String> copies(Class<?> named, Class<?> caller) {
        String file = named.getName().replace('.', '/') + ".class";
        ClassLoader loader = caller.getClassLoader();
        Set<String> jars = new LinkedHashSet<>();
        try {
            for (URL copy : Collections.list(loader.getResources(file))) {
                jars.add(jar(copy, file));
            }
            if (loader.getParent() != null) {
                for (URL copy : Collections.list(loader.getParent().getResources(file))) {
                    jars.remove(jar(copy, file));
                }
            }
        } catch (IOException e) {
            throw new WukongsException(
                    WukongsException.Category.RETRIABLE,
                    "the class path could not be read: class=" + named.getName(),
                    e);
        }
        return new ArrayList<>(jars);
    }

    /** The jar of a class's URL: {@code file:/x.jar} for {@code jar:file:/x.jar!/a/B.class}. */
    private static String jar(URL copy, String file) {
        String text = copy.toString();
        String place = text.substring(0, text.length() - file.length());
        return place.startsWith("jar:") ? place.substring(4, place.length() - 2) : place;
    }

    private static String jar(Class<?> loaded) {
        CodeSource source = loaded.getProtectionDomain().getCodeSource();
        return source == null ? "" : source.getLocation().toString();
    }
}
