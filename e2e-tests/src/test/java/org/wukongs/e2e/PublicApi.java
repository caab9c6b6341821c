package org.wukongs.e2e;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaConstructor;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.properties.CanBeAnnotated;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import java.lang.annotation.Annotation;
import java.lang.reflect.Field;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.flink.annotation.Experimental;
import org.apache.flink.annotation.Internal;
import org.apache.flink.annotation.Public;
import org.apache.flink.annotation.PublicEvolving;
import org.wukongs.client.StoreClient;
import org.wukongs.flink.sink.WukongsSink;
import org.wukongs.kafka.rdf.RdfFormat;
import org.wukongs.table.WukongsTableOptions;

/** The types of the published modules that say of themselves that users may build on them. */
final class PublicApi {

    private static final JavaClasses CLASSES =
            new ClassFileImporter()
                    .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                    .importLocations(
                            Stream.of(
                                            StoreClient.class,
                                            WukongsSink.class,
                                            RdfFormat.class,
                                            WukongsTableOptions.class)
                                    .map(PublicApi::place)
                                    .collect(Collectors.toSet()));

    private static final Set<String> OF_ALL_OBJECTS = Set.of("equals", "hashCode", "toString");

    private static final List<Class<? extends Annotation>> STABLE =
            List.of(Public.class, PublicEvolving.class);
    private static final List<Class<? extends Annotation>> OFFERED =
            List.of(Public.class, PublicEvolving.class, Experimental.class);
    private static final List<Class<? extends Annotation>> UNSTABLE =
            List.of(Internal.class, Experimental.class);
    private static final List<Class<? extends Annotation>> ALL =
            List.of(Public.class, PublicEvolving.class, Experimental.class, Internal.class);

    private PublicApi() {}

    private static Location place(Class<?> named) {
        return Location.of(named.getProtectionDomain().getCodeSource().getLocation());
    }

    /** All types of the published modules that are seen from other packages. */
    static List<JavaClass> visible() {
        return CLASSES.stream()
                .filter(PublicApi::isSeen)
                .sorted(Comparator.comparing(JavaClass::getName))
                .toList();
    }

    private static boolean isSeen(JavaClass type) {
        boolean seen =
                type.getModifiers().contains(JavaModifier.PUBLIC)
                        && !type.isAnonymousClass()
                        && !type.getSimpleName().equals("package-info");
        return seen && type.getEnclosingClass().map(PublicApi::isSeen).orElse(true);
    }

    /** Whether nothing of it may go away without notice: it or the type around it says so. */
    static boolean isStable(JavaClass type) {
        return says(type, STABLE);
    }

    /** Whether it or the type around it says anything of its stability. */
    static boolean isAnnotated(JavaClass type) {
        return says(type, ALL);
    }

    /** Whether users may use it at all. */
    static boolean isOffered(JavaClass type) {
        return says(type, OFFERED);
    }

    private static boolean says(JavaClass type, List<Class<? extends Annotation>> words) {
        if (hasAny(type, ALL)) {
            return hasAny(type, words);
        }
        return type.getEnclosingClass().map(outer -> says(outer, words)).orElse(false);
    }

    private static boolean hasAny(
            CanBeAnnotated annotated, List<Class<? extends Annotation>> words) {
        return words.stream().anyMatch(annotated::isAnnotatedWith);
    }

    /** What a stable type offers: its public and protected members that do not say otherwise. */
    static List<JavaMember> members(JavaClass type) {
        return type.getMembers().stream()
                .filter(
                        member ->
                                member.getModifiers().contains(JavaModifier.PUBLIC)
                                        || member.getModifiers().contains(JavaModifier.PROTECTED))
                .filter(member -> !member.getModifiers().contains(JavaModifier.SYNTHETIC))
                .filter(member -> !member.getModifiers().contains(JavaModifier.BRIDGE))
                .filter(member -> !hasAny(member, UNSTABLE))
                .filter(member -> !OF_ALL_OBJECTS.contains(member.getName()))
                .toList();
    }

    /**
     * All raw types that stable members of a type mention, and its supertypes; not what these are
     * made of, as the split of a source, which only Flink touches.
     */
    static Set<JavaClass> mentioned(JavaClass type) {
        List<JavaClass> found = new ArrayList<>();
        type.getRawSuperclass().ifPresent(found::add);
        found.addAll(type.getRawInterfaces());
        for (JavaMember member : members(type)) {
            found.addAll(member.getAllInvolvedRawTypes());
        }
        return found.stream().map(JavaClass::getBaseComponentType).collect(Collectors.toSet());
    }

    /** One line for each stable type and member: {@code TYPE: signature}. */
    static SortedSet<String> signatures() {
        SortedSet<String> lines = new TreeSet<>();
        for (JavaClass type : visible()) {
            if (isStable(type)) {
                lines.add(type.getName() + ": " + declaration(type.reflect()));
                for (JavaMember member : members(type)) {
                    lines.add(type.getName() + ": " + signature(member));
                }
            }
        }
        return lines;
    }

    private static String declaration(Class<?> type) {
        StringBuilder text = new StringBuilder(type.toGenericString());
        if (type.getGenericSuperclass() != null) {
            text.append(" extends ").append(type.getGenericSuperclass().getTypeName());
        }
        String interfaces =
                Arrays.stream(type.getGenericInterfaces())
                        .map(Type::getTypeName)
                        .sorted()
                        .collect(Collectors.joining(", "));
        return interfaces.isEmpty() ? text.toString() : text + " implements " + interfaces;
    }

    private static String signature(JavaMember member) {
        if (member instanceof JavaMethod method) {
            return method.reflect().toGenericString();
        }
        if (member instanceof JavaConstructor constructor) {
            return constructor.reflect().toGenericString();
        }
        Field field = ((JavaField) member).reflect();
        return field.toGenericString();
    }
}
