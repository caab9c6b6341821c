package org.wukongs.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.wukongs.store.http.JvmMetrics;
import org.wukongs.store.http.StoreMetric;

/** The dashboard and the alerts in {@code docker} only use metrics and labels that exist. */
final class DashboardTest {

    private static final Path DASHBOARD = Pages.ROOT.resolve("docker/grafana/wukongs.json");
    private static final Path ALERTS = Pages.ROOT.resolve("docker/prometheus/alerts.yml");

    /** Prometheus' own. */
    private static final Set<String> BUILT_IN = Set.of("up");

    private static final String NAME = "\\b((?:wukongs|jvm|process)_[a-z0-9_]+|up)\\b(?!\")";

    private static JsonNode dashboard() throws IOException {
        return new ObjectMapper().readTree(DASHBOARD.toFile());
    }

    private static List<String> dashboardExpressions() throws IOException {
        List<String> all = new ArrayList<>();
        dashboard().findValuesAsText("expr", all);
        dashboard().findValuesAsText("definition", all);
        return all;
    }

    private static Set<String> known() {
        Set<String> names = new TreeSet<>(BUILT_IN);
        Stream.of(StoreMetric.values()).map(StoreMetric::metricName).forEach(names::add);
        JvmMetrics.describe().forEach(metric -> names.addAll(metric.sampleNames()));
        return names;
    }

    @Test
    void theDashboardsMetricsExist() throws IOException {
        List<String> expressions = dashboardExpressions();
        assertThat(expressions).hasSizeGreaterThan(50);
        assertThat(expressions)
                .allSatisfy(
                        text ->
                                assertThat(Pages.matches(NAME, text))
                                        .isNotEmpty()
                                        .isSubsetOf(known()));
    }

    @Test
    void theAlertsMetricsExist() {
        String alerts = Pages.text(ALERTS);
        List<String> names = Pages.matches(NAME, alerts.replaceAll("(?m)^ *(- )?name:.*", ""));
        assertThat(names).hasSizeGreaterThan(20).isSubsetOf(known());
        assertThat(Pages.matches("- alert: (\\w+)", alerts)).doesNotHaveDuplicates();
    }

    @Test
    void everyPanelHasADescribedPlaceOfItsOwn() throws IOException {
        Set<Integer> ids = new HashSet<>();
        Set<String> places = new HashSet<>();
        List<String> rows = new ArrayList<>();
        for (JsonNode panel : dashboard().path("panels")) {
            assertThat(ids.add(panel.path("id").intValue())).as(panel.toString()).isTrue();
            JsonNode place = panel.path("gridPos");
            assertThat(place.path("x").intValue() + place.path("w").intValue())
                    .isLessThanOrEqualTo(24);
            assertThat(places.add(place.path("x") + "," + place.path("y"))).isTrue();
            if (panel.path("type").textValue().equals("row")) {
                rows.add(panel.path("title").textValue());
            } else {
                assertThat(panel.path("targets")).as(panel.toString()).isNotEmpty();
                assertThat(panel.at("/datasource/uid").textValue()).isEqualTo("${datasource}");
            }
        }
        assertThat(rows)
                .containsExactly(
                        "Throughput and lag",
                        "Latency of windows",
                        "One-shot queries and updates",
                        "Memory and capacity",
                        "Cluster",
                        "JVM");
    }

    @Test
    void labelsAreThoseOfTheMetric() throws IOException {
        Set<String> everywhere = Set.of("instance", "job");
        Pattern selector = Pattern.compile("(wukongs_[a-z_]+)\\{([^}]*)\\}");
        List<String> all = new ArrayList<>(dashboardExpressions());
        all.add(Pages.text(ALERTS));
        for (String text : all) {
            selector.matcher(text)
                    .results()
                    .forEach(
                            found -> {
                                Set<String> allowed = new HashSet<>(everywhere);
                                Stream.of(StoreMetric.values())
                                        .filter(m -> m.metricName().equals(found.group(1)))
                                        .forEach(
                                                m ->
                                                        allowed.addAll(
                                                                List.of(m.labels().split(", "))));
                                assertThat(Pages.matches("([a-z]+)[=!]", found.group(2)))
                                        .as(found.group())
                                        .isSubsetOf(allowed);
                            });
        }
    }
}
