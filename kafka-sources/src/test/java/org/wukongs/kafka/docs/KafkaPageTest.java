package org.wukongs.kafka.docs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.DescribedEnum;
import org.apache.flink.configuration.description.Description;
import org.apache.flink.configuration.description.HtmlFormatter;
import org.junit.jupiter.api.Test;
import org.wukongs.kafka.table.RdfFormatFactory;

class KafkaPageTest {

    /** Where it differs, the page takes what is printed. */
    @Test
    void optionsAreThoseOfTheFormat() throws IOException {
        String rows =
                new RdfFormatFactory()
                        .optionalOptions().stream()
                                .sorted(Comparator.comparing(ConfigOption::key))
                                .map(KafkaPageTest::row)
                                .collect(Collectors.joining());
        String table = "| option | default | meaning |\n| --- | --- | --- |\n" + rows;
        assertThat(new KafkaPage().options()).isEqualTo(table);
    }

    /** Java on the page is compiled and run as a part of {@link KafkaPageIT}. */
    @Test
    void javaIsThatOfTheTest() throws IOException {
        String test =
                Files.readString(
                        KafkaPage.ROOT.resolve(
                                "kafka-sources/src/test/java/org/wukongs/kafka/docs/KafkaPageIT.java"),
                        UTF_8);
        assertThat(new KafkaPage().java())
                .isNotEmpty()
                .allSatisfy(snippet -> assertThat(spaced(test)).contains(spaced(snippet)));
    }

    private static String spaced(String text) {
        return text.replaceAll("\\s+", " ");
    }

    private static String row(ConfigOption<?> option) {
        Object preset = option.defaultValue();
        return "| `rdf."
                + option.key()
                + "` | "
                + (preset == null ? "" : preset)
                + " | "
                + text(option.description())
                + choices(preset)
                + " |\n";
    }

    private static String choices(Object preset) {
        if (!(preset instanceof Enum<?> choice)) {
            return "";
        }
        return Arrays.stream(choice.getDeclaringClass().getEnumConstants())
                .map(KafkaPageTest::choice)
                .collect(Collectors.joining(" ", " ", ""));
    }

    private static String choice(Object value) {
        String name = "`" + value.toString().toLowerCase(Locale.ROOT) + "`";
        if (!(value instanceof DescribedEnum described)) {
            return name;
        }
        Description description =
                Description.builder().text("%s", described.getDescription()).build();
        return name + ": " + text(description);
    }

    private static String text(Description description) {
        return new HtmlFormatter().format(description);
    }
}
