package org.wukongs.metadata.kafka;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import org.junit.jupiter.api.Test;

/** A store that has its metadata in Kafka needs no Flink, and this module only the log's rooms. */
final class MetadataKafkaArchitectureTest {

    private static final JavaClasses CLASSES =
            new ClassFileImporter()
                    .withImportOption(new DoNotIncludeTests())
                    .importPackages("org.wukongs.metadata.kafka");

    @Test
    void noFlinkAndNothingElseOfTheStore() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideOutsideOfPackages(
                        "java..",
                        "org.apache.kafka.clients..",
                        "org.apache.kafka.common..",
                        "org.wukongs.error..",
                        "org.wukongs.file..",
                        "org.wukongs.metadata.kafka..",
                        "org.wukongs.store.metadata..")
                .check(CLASSES);
    }
}
