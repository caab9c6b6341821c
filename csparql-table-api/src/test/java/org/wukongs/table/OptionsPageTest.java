package org.wukongs.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.DescribedEnum;
import org.apache.flink.configuration.description.Description;
import org.apache.flink.configuration.description.HtmlFormatter;
import org.apache.flink.table.factories.Factory;
import org.apache.flink.table.factories.FactoryUtil;
import org.apache.flink.util.TimeUtils;
import org.junit.jupiter.api.Test;
import org.wukongs.table.catalog.WukongsCatalogFactory;
import org.wukongs.table.module.WukongsModuleFactory;

/**
 * Compares {@code docs/options.md} with the options' descriptions. {@code
 * -Dwukongs.docs.write=true} writes the page.
 */
final class OptionsPageTest {

    private static final Path PAGE =
            Path.of(System.getProperty("wukongs.root", ".."), "docs/options.md");

    @Test
    void thePageIsWhatTheOptionsSay() throws IOException {
        String page = page();
        if (Boolean.getBoolean("wukongs.docs.write")) {
            Files.writeString(PAGE, page);
        }
        assertThat(Files.readString(PAGE)).isEqualTo(page);
    }

    private static String page() {
        StringBuilder page = new StringBuilder();
        page.append(
                """
                # Options of Flink SQL

                This page lists the options of tables, catalog and module. A test generates it from the options in
                the code: change them there. [sql.md](sql.md) and [catalog.md](catalog.md) say how to use them.
                """);
        section(page, "Tables that write a stream: `'stream'`", TableKind.STREAM.options());
        section(page, "Tables that read a continuous query: `'query'`", TableKind.QUERY.options());
        section(page, "Tables of a stored graph: `'graph'`", TableKind.GRAPH.options());
        section(page, "`CREATE CATALOG`", of(new WukongsCatalogFactory()));
        section(page, "`LOAD MODULE`", of(new WukongsModuleFactory()));
        return page.toString();
    }

    private static Set<ConfigOption<?>> of(Factory factory) {
        Set<ConfigOption<?>> options = new HashSet<>(factory.requiredOptions());
        options.addAll(factory.optionalOptions());
        return options;
    }

    private static void section(
            StringBuilder page, String title, Collection<ConfigOption<?>> options) {
        page.append("\n## ").append(title).append("\n\n| option | default | meaning |\n");
        page.append("| --- | --- | --- |\n");
        options.stream()
                .filter(option -> !option.equals(FactoryUtil.CONNECTOR))
                .sorted(Comparator.comparing(ConfigOption::key))
                .forEach(option -> page.append(row(option)));
    }

    private static String row(ConfigOption<?> option) {
        String meaning = new HtmlFormatter().format(option.description());
        return "| `"
                + option.key()
                + "` | "
                + shown(option.defaultValue())
                + " | "
                + meaning.strip()
                + choices(option.defaultValue())
                + " |\n";
    }

    private static String shown(Object value) {
        if (value == null) {
            return "(none)";
        }
        if (value instanceof Duration duration) {
            return TimeUtils.formatWithHighestUnit(duration);
        }
        return value instanceof List<?> list && list.isEmpty() ? "(empty)" : value.toString();
    }

    private static String choices(Object value) {
        if (!(value instanceof DescribedEnum)) {
            return "";
        }
        return Stream.of(value.getClass().getEnumConstants())
                .map(choice -> " `" + choice + "`: " + text((DescribedEnum) choice))
                .collect(Collectors.joining());
    }

    private static String text(DescribedEnum choice) {
        Description description = Description.builder().text("%s", choice.getDescription()).build();
        return new HtmlFormatter().format(description);
    }
}
