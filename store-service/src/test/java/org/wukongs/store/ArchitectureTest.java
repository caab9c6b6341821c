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
        SEES.put("view", Set.of());
        SEES.put("dictionary", Set.of());
        SEES.put("log", Set.of());
        SEES.put("history", Set.of());
        SEES.put("fabric", Set.of());
        SEES.put("graph", Set.of("view", "fabric"));
        SEES.put("stream", Set.of("view", "graph"));
        SEES.put("changelog", Set.of("view", "graph", "dictionary"));
        SEES.put("load", Set.of("view", "graph", "dictionary"));
        SEES.put("cluster", Set.of("view", "fabric", "graph", "dictionary", "load"));
        SEES.put("security", Set.of());
        SEES.put("peer", Set.of("view", "cluster", "security"));
        SEES.put("progress", Set.of("view", "graph", "stream", "history"));
        SEES.put("explore", Set.of("view", "graph", "dictionary"));
        SEES.put("value", Set.of("view", "graph", "dictionary", "explore"));
        SEES.put("algebra", plus(SEES.get("value"), "value"));
        Set<String> stores = Set.of("view", "graph", "stream", "progress", "history", "dictionary");
        SEES.put("execution", plus(stores, "explore", "value", "algebra"));
        SEES.put("rdf", plus(SEES.get("execution"), "execution"));
        SEES.put("text", Set.of());
        SEES.put("plan", plus(SEES.get("rdf"), "rdf", "text"));
        SEES.put("result", Set.of("dictionary", "value"));
        SEES.put("template", plus(SEES.get("plan"), "plan"));
        SEES.put("continuous", plus(SEES.get("template"), "template"));
        Set<String> belowNode = plus(SEES.get("continuous"), "continuous");
        SEES.put("checkpoint", plus(belowNode, "log"));
        SEES.put("metadata", Set.of("log", "history"));
        SEES.put("copy", Set.of("checkpoint"));
        SEES.put("update", plus(SEES.get("plan"), "plan", "load"));
        SEES.put(
                "node",
                plus(
                        belowNode,
                        "changelog",
                        "checkpoint",
                        "load",
                        "update",
                        "log",
                        "cluster",
                        "fabric"));
        SEES.put("server", plus(SEES.get("node"), "node", "copy", "metadata", "peer", "security"));
        SEES.put("replay", plus(SEES.get("server"), "server"));
        SEES.put("http", plus(SEES.get("server"), "server", "result"));
        SEES.put("cli", plus(SEES.get("http"), "http", "replay"));
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
                        "org.wukongs.store.view..",
                        "org.wukongs.store.graph..",
                        "org.wukongs.store.stream..",
                        "org.wukongs.store.progress..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.eclipse.rdf4j..")
                .check(CLASSES);
    }
}
