package org.wukongs.table;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import java.util.Set;
import org.apache.flink.annotation.Internal;
import org.apache.flink.annotation.PublicEvolving;
import org.junit.jupiter.api.Test;

/** SQL sees the store through its API and the connector, and Flink through what it promises. */
final class TableArchitectureTest {

    /** Marked internal, and yet what Flink's own catalogs and connectors outside of it build on. */
    private static final Set<String> USED_BY_CONNECTORS =
            Set.of(
                    "org.apache.flink.table.annotation.UnknownSerializer",
                    "org.apache.flink.table.catalog.AbstractCatalog",
                    "org.apache.flink.table.catalog.CatalogDatabaseImpl",
                    "org.apache.flink.table.types.inference.InputTypeStrategies",
                    "org.apache.flink.table.types.logical.utils.LogicalTypeChecks");

    private static final JavaClasses CLASSES =
            new ClassFileImporter()
                    .withImportOption(new DoNotIncludeTests())
                    .importPackages("org.wukongs.table");

    @Test
    void theStoreServiceIsAPeer() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.wukongs.store..", "org.wukongs.kafka..")
                .check(CLASSES);
    }

    @Test
    void typesKnowNoTables() {
        noClasses()
                .that()
                .resideInAPackage("org.wukongs.table.type..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.wukongs.table",
                        "org.wukongs.table.source..",
                        "org.wukongs.table.sink..",
                        "org.wukongs.table.catalog..",
                        "org.wukongs.table.module..")
                .check(CLASSES);
    }

    @Test
    void mappingsKnowNoTables() {
        noClasses()
                .that()
                .resideInAPackage("org.wukongs.table.mapping..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.wukongs.table",
                        "org.wukongs.table.type..",
                        "org.wukongs.table.source..",
                        "org.wukongs.table.sink..",
                        "org.wukongs.table.catalog..",
                        "org.wukongs.table.module..")
                .check(CLASSES);
    }

    @Test
    void facesDoNotKnowEachOther() {
        slices().matching("org.wukongs.table.(catalog|module)..")
                .should()
                .notDependOnEachOther()
                .check(CLASSES);
    }

    @Test
    void nothingInternalToFlink() {
        noClasses()
                .should()
                .dependOnClassesThat(
                        DescribedPredicate.describe(
                                "are internal to Flink", TableArchitectureTest::internalToFlink))
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

    private static boolean internalToFlink(JavaClass target) {
        String name = target.getName();
        return name.startsWith("org.apache.flink.")
                && (name.startsWith("org.apache.flink.runtime.")
                        || name.startsWith("org.apache.flink.streaming.runtime.")
                        || name.startsWith("org.apache.flink.table.planner.")
                        || name.startsWith("org.apache.flink.table.runtime.")
                        || target.isAnnotatedWith(Internal.class))
                && !USED_BY_CONNECTORS.contains(name);
    }
}
