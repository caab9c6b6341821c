package org.wukongs.e2e;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.wukongs.flink.sink.SinkMetric;
import org.wukongs.flink.sink.WukongsSinkBuilder;
import org.wukongs.flink.source.ContinuousQuerySourceBuilder;
import org.wukongs.store.http.StoreMetric;

/**
 * What {@code docs/tuning.md} and {@code docs/operations.md} tell to set, to watch or to look for
 * exists under that name, and all alerts and parts with a limit are on the latter.
 */
final class OperatorPagesTest {

    private static final String OPERATIONS = page("operations.md");
    private static final String PAGE = page("tuning.md") + OPERATIONS + page("performance.md");

    private static String page(String name) {
        return Pages.text(Pages.ROOT.resolve("docs").resolve(name));
    }

    @Test
    void commandOptionsExist() throws IOException {
        String sources = sources("store-service/src/main/java");
        assertThat(named("(--[a-z][a-z-]*)[^`]*"))
                .filteredOn(option -> !sources.contains('"' + option + '"'))
                .isEmpty();
    }

    @Test
    void settersExist() {
        Set<String> setters =
                Stream.of(WukongsSinkBuilder.class, ContinuousQuerySourceBuilder.class)
                        .flatMap(builder -> Stream.of(builder.getMethods()))
                        .map(method -> method.getName())
                        .collect(toSet());
        assertThat(setters).containsAll(named("(set[A-Z]\\w*)[^`]*"));
    }

    @Test
    void tableOptionsExist() {
        String options = Pages.text(Pages.ROOT.resolve("docs/options.md"));
        assertThat(named("((?:batch|lookup|scan|sink|timing)\\.[a-z.-]+)"))
                .allSatisfy(option -> assertThat(options).contains("| `" + option + "` |"));
    }

    @Test
    void metricsExist() {
        List<String> known =
                Stream.concat(
                                Stream.of(StoreMetric.values()).map(StoreMetric::metricName),
                                Stream.of(SinkMetric.values()).map(SinkMetric::metricName))
                        .map(name -> name.replace("wukongs.", ""))
                        .toList();
        assertThat(known).containsAll(named("(wukongs_\\w+)"));
        assertThat(known).containsAll(named("([a-z]+Time|reconnects)"));
    }

    @Test
    void resultsExist() {
        assertThat(named("([a-z0-9]+(?:-[0-9]+)+)(?:\\.txt)?"))
                .allSatisfy(
                        run ->
                                assertThat(Pages.ROOT.resolve("benchmarks/results/" + run + ".txt"))
                                        .isRegularFile());
    }

    /** What stands in code quotes and looks like that. */
    private static List<String> named(String pattern) {
        List<String> names = Pages.matches("`" + pattern + "`", PAGE);
        assertThat(names).isNotEmpty();
        return names;
    }

    @Test
    void allAlertsAreThere() {
        String rules = Pages.text(Pages.ROOT.resolve("docker/prometheus/alerts.yml"));
        assertThat(Pages.matches("^\\| `(Wukongs\\w+)` \\|", OPERATIONS))
                .containsExactlyElementsOf(Pages.matches("- alert: (\\w+)", rules));
    }

    @Test
    void allPartsWithALimitAreThere() throws IOException {
        String sources = sources("store-service/src/main/java");
        Set<String> parts = Set.copyOf(Pages.matches("new CapacityUse\\(\\s*\"(\\w+)\"", sources));
        assertThat(parts).hasSizeGreaterThan(5);
        String table = OPERATIONS.substring(OPERATIONS.indexOf("| part | option |"));
        assertThat(Pages.matches("^\\| `([a-z]+)` \\|", table)).containsAll(parts);
    }

    @Test
    void messagesExist() throws IOException {
        StringBuilder sources = new StringBuilder();
        for (String module : List.of("store-api", "store-service", "flink-connector-wukongs")) {
            sources.append(sources(module + "/src/main"));
        }
        String plain = sources.toString().replaceAll("\"\\s*\\+\\s*\"", "");
        List<String> messages = Pages.matches("^\\| `([a-z][^`]* [^`]*)` \\|", OPERATIONS);
        assertThat(messages).hasSizeGreaterThan(5);
        assertThat(messages).filteredOn(message -> !plain.contains(message)).isEmpty();
    }

    private static String sources(String folder) throws IOException {
        StringBuilder sources = new StringBuilder();
        try (Stream<Path> files = Files.walk(Pages.ROOT.resolve(folder))) {
            files.filter(file -> file.toString().endsWith(".java"))
                    .forEach(file -> sources.append(Pages.text(file)));
        }
        return sources.toString();
    }
}
