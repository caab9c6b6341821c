package org.wukongs;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What the store API may see. */
class ArchitectureTest {

    private static final JavaClasses CLASSES =
            new ClassFileImporter()
                    .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                    .importPackages("org.wukongs");

    /**
     * The codecs write the client's records and the client speaks through the codecs: one part, two
     * packages.
     */
    private static final SliceAssignment PARTS =
            new SliceAssignment() {
                @Override
                public SliceIdentifier getIdentifierOf(JavaClass javaClass) {
                    String name = javaClass.getPackageName().replace("org.wukongs.", "");
                    return SliceIdentifier.of(name.equals("wire") ? "client" : name);
                }

                @Override
                public String getDescription() {
                    return "packages of org.wukongs";
                }
            };

    @Test
    void noFlinkNoServer() {
        noClasses()
                .should()
                .dependOnClassesThat(
                        resideInAnyPackage(
                                        "org.apache.flink..",
                                        "org.apache.kafka..",
                                        "org.agrona..",
                                        "org.wukongs.store..")
                                // They are not loaded.
                                .and(not(resideInAPackage("org.apache.flink.annotation"))))
                .check(CLASSES);
    }

    @Test
    void noCycles() {
        slices().assignedFrom(PARTS).should().beFreeOfCycles().check(CLASSES);
    }

    /** Deterministic, and without threads of its own: who uses it decides. */
    @Test
    void noClocksThreadsOrRandomNumbers() {
        noClasses()
                .should()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(Thread.class, "sleep", long.class)
                .orShould()
                .callConstructor(Thread.class, Runnable.class)
                .orShould()
                .callConstructor(Random.class)
                .check(CLASSES);
    }
}
