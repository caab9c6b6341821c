package org.wukongs.store;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The packages follow the way of a tuple and of a query, with no way back. */
class ArchitectureTest {

    private static final JavaClasses CLASSES =
            new ClassFileImporter()
                    .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                    .importPackages("org.wukongs.store");

    /** Each package with those that it may see, beside the store API. */
    private static final Map<String, Set<String>> SEES = new TreeMap<>();

    static {
        SEES.put("memory", Set.of());
        SEES.put("dictionary", Set.of());
        SEES.put("load", Set.of("memory", "dictionary"));
        SEES.put("transientstore", Set.of("memory"));
        SEES.put("persistentstore", Set.of("memory"));
        SEES.put("streamindex", Set.of("memory", "transientstore"));
        Set<String> stores = Set.of("memory", "transientstore", "persistentstore", "streamindex");
        SEES.put("check", stores);
        SEES.put("inject", stores);
        SEES.put("coordinator", plus(stores, "inject"));
        SEES.put("explore", Set.of("memory", "dictionary"));
        SEES.put("algebra", Set.of("memory", "dictionary", "explore"));
        SEES.put(
                "query", plus(stores, "inject", "coordinator", "dictionary", "explore", "algebra"));
        Set<String> belowServer = plus(SEES.get("query"), "query");
        SEES.put("checkpoint", belowServer);
        SEES.put("server", plus(belowServer, "check", "checkpoint", "load"));
        SEES.put("replay", plus(belowServer, "server", "load"));
        SEES.put("http", plus(belowServer, "server", "load"));
        SEES.put(
                "cli",
                plus(belowServer, "check", "checkpoint", "server", "load", "replay", "http"));
    }

    private static Set<String> plus(Set<String> packages, String... more) {
        List<String> all = new ArrayList<>(packages);
        all.addAll(List.of(more));
        return Set.copyOf(all);
    }

    @Test
    void everyPackageHasItsPlace() {
        Set<String> packages =
                CLASSES.stream()
                        .map(JavaClass::getPackageName)
                        .map(name -> name.replace("org.wukongs.store.", ""))
                        .collect(Collectors.toSet());
        assertThat(SEES.keySet()).containsExactlyInAnyOrderElementsOf(packages);
    }

    @Test
    void packagesSeeOnlyWhatIsBelowThem() {
        SEES.forEach(
                (name, seen) -> {
                    String[] hidden =
                            SEES.keySet().stream()
                                    .filter(other -> !other.equals(name) && !seen.contains(other))
                                    .map(other -> "org.wukongs.store." + other + "..")
                                    .toArray(String[]::new);
                    noClasses()
                            .that()
                            .resideInAPackage("org.wukongs.store." + name + "..")
                            .should()
                            .dependOnClassesThat()
                            .resideInAnyPackage(hidden)
                            .allowEmptyShould(false)
                            .check(CLASSES);
                });
    }

    @Test
    void noCycles() {
        slices().matching("org.wukongs.store.(*)..").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void noFlinkNoKafka() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.apache.flink..", "org.apache.kafka..")
                .check(CLASSES);
    }

    /**
     * Clocks, threads and chance come from outside: the same agent runs in production and in a
     * seeded test.
     */
    @Test
    void clocksAndThreadsStayAtTheEdge() {
        noClasses()
                .that()
                .resideOutsideOfPackages(
                        "org.wukongs.store.server..",
                        "org.wukongs.store.http..",
                        "org.wukongs.store.replay..",
                        "org.wukongs.store.cli..")
                .should()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(Thread.class, "sleep", long.class)
                .orShould()
                .callConstructor(Thread.class, Runnable.class)
                .orShould()
                .callConstructor(Thread.class, Runnable.class, String.class)
                .orShould()
                .callConstructor(Random.class)
                .orShould()
                .callConstructor(Random.class, long.class)
                .check(CLASSES);
    }

    /** RDF4J evaluates queries and nothing else: no stage of a tuple's way depends on it. */
    @Test
    void theDataPlaneKnowsNoRdf4j() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "org.wukongs.store.memory..",
                        "org.wukongs.store.transientstore..",
                        "org.wukongs.store.persistentstore..",
                        "org.wukongs.store.streamindex..",
                        "org.wukongs.store.check..",
                        "org.wukongs.store.inject..",
                        "org.wukongs.store.coordinator..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.eclipse.rdf4j..")
                .check(CLASSES);
    }
}
