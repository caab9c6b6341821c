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

/** What {@code docs/tuning.md} tells to set or to watch exists under that name. */
final class TuningPageTest {

    private static final String PAGE = Pages.text(Pages.ROOT.resolve("docs/tuning.md"));

    @Test
    void commandOptionsExist() throws IOException {
        String sources = commandSources();
        assertThat(named("(--[a-z][a-z-]*)[^`]*"))
                .allSatisfy(option -> assertThat(sources).contains('"' + option + '"'));
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
        assertThat(named("([a-z]+-[0-9]+-[0-9]+\\.txt)"))
                .allSatisfy(
                        file ->
                                assertThat(Pages.ROOT.resolve("benchmarks/results/" + file))
                                        .isRegularFile());
    }

    /** What stands in code quotes and looks like that. */
    private static List<String> named(String pattern) {
        List<String> names = Pages.matches("`" + pattern + "`", PAGE);
        assertThat(names).isNotEmpty();
        return names;
    }

    private static String commandSources() throws IOException {
        StringBuilder sources = new StringBuilder();
        Path commands = Pages.ROOT.resolve("store-service/src/main/java/org/wukongs/store/cli");
        try (Stream<Path> files = Files.walk(commands)) {
            files.filter(file -> file.toString().endsWith(".java"))
                    .forEach(file -> sources.append(Pages.text(file)));
        }
        return sources.toString();
    }
}
