package org.wukongs.flink;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import org.apache.flink.annotation.Internal;
import org.apache.flink.annotation.Public;
import org.apache.flink.annotation.PublicEvolving;
import org.junit.jupiter.api.Test;

/**
 * The connector sees the store through its API only, and Flink through what Flink promises to keep.
 */
final class FlinkConnectorArchitectureTest {

    private static final JavaClasses CLASSES =
            new ClassFileImporter()
                    .withImportOption(new DoNotIncludeTests())
                    .importPackages("org.wukongs.flink");

    @Test
    void theStoreServiceIsAPeer() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.wukongs.store..")
                .check(CLASSES);
    }

    @Test
    void facesDoNotKnowEachOther() {
        slices().matching("org.wukongs.flink.(sink|source|changelog|lookup)..")
                .should()
                .notDependOnEachOther()
                .check(CLASSES);
    }

    @Test
    void commonKnowsNoFace() {
        noClasses()
                .that()
                .resideInAPackage("org.wukongs.flink.common..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.wukongs.flink.sink..",
                        "org.wukongs.flink.source..",
                        "org.wukongs.flink.changelog..",
                        "org.wukongs.flink.lookup..")
                .check(CLASSES);
    }

    @Test
    void nothingInternalToFlink() {
        noClasses()
                .should()
                .dependOnClassesThat(
                        DescribedPredicate.describe(
                                "are internal to Flink",
                                FlinkConnectorArchitectureTest::internalToFlink))
                .check(CLASSES);
    }

    @Test
    void publicClassesStateTheirStability() {
        classes()
                .that()
                .haveModifier(JavaModifier.PUBLIC)
                .and()
                .areTopLevelClasses()
                .should()
                .beAnnotatedWith(PublicEvolving.class)
                .orShould()
                .beAnnotatedWith(Internal.class)
                .check(CLASSES);
    }

    /**
     * Of Flink's runtime only what it promises to keep, as the contexts of checkpointed functions;
     * and the annotation of {@link org.wukongs.flink.common.RefusedException}, which may go without
     * harm.
     */
    private static boolean internalToFlink(JavaClass target) {
        String name = target.getName();
        boolean runtime =
                name.startsWith("org.apache.flink.runtime.")
                        || name.startsWith("org.apache.flink.streaming.runtime.");
        boolean promised =
                target.isAnnotatedWith(Public.class)
                        || target.isAnnotatedWith(PublicEvolving.class);
        boolean annotation = name.startsWith("org.apache.flink.runtime.throwable.Throwable");
        return name.startsWith("org.apache.flink.")
                && !annotation
                && ((runtime && !promised) || target.isAnnotatedWith(Internal.class));
    }
}
