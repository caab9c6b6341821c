package org.wukongs.kafka;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import org.apache.flink.annotation.Internal;
import org.apache.flink.annotation.PublicEvolving;
import org.junit.jupiter.api.Test;

/**
 * What a job sees says how stable it is; what brings files and the generator into Kafka needs no
 * Flink.
 */
final class KafkaSourcesArchitectureTest {

    private static final JavaClasses CLASSES =
            new ClassFileImporter()
                    .withImportOption(new DoNotIncludeTests())
                    .importPackages("org.wukongs.kafka");

    @Test
    void publicClassesOfJobsStateTheirStability() {
        classes()
                .that()
                .resideInAnyPackage("org.wukongs.kafka.rdf..", "org.wukongs.kafka.table..")
                .and()
                .haveModifier(JavaModifier.PUBLIC)
                .and()
                .areTopLevelClasses()
                .should()
                .beAnnotatedWith(PublicEvolving.class)
                .orShould()
                .beAnnotatedWith(Internal.class)
                .check(CLASSES);
    }

    @Test
    void producersNeedNoFlink() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "org.wukongs.kafka.replay..",
                        "org.wukongs.kafka.producer..",
                        "org.wukongs.kafka.lsbench..",
                        "org.wukongs.kafka.broker..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.apache.flink..", "org.wukongs.kafka.table..")
                .check(CLASSES);
    }

    @Test
    void readersKnowNoProducers() {
        noClasses()
                .that()
                .resideInAnyPackage("org.wukongs.kafka.rdf..", "org.wukongs.kafka.table..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.wukongs.kafka.replay..",
                        "org.wukongs.kafka.producer..",
                        "org.wukongs.kafka.lsbench..",
                        "org.wukongs.kafka.broker..")
                .check(CLASSES);
    }
}
