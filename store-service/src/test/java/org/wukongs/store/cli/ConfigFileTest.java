package org.wukongs.store.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.wukongs.error.WukongsException;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** {@code store --config FILE}. */
final class ConfigFileTest {

    @TempDir private Path directory;

    private Path write(String text) throws IOException {
        return Files.writeString(directory.resolve("store.conf"), text);
    }

    private static CommandLine store() {
        return new CommandLine(new Wukongs()).getSubcommands().get("store");
    }

    private List<String> expanded(String text, String... more) throws IOException {
        List<String> args = new ArrayList<>(List.of("store", "--config", write(text).toString()));
        args.addAll(List.of(more));
        List<String> all = List.of(ConfigFile.expand(store(), args.toArray(String[]::new)));
        assertThat(all.subList(0, args.size())).isEqualTo(args);
        return all.subList(args.size(), all.size());
    }

    @Test
    void linesAreOptions() throws IOException {
        assertThat(
                        expanded(
                                """
                                # a node
                                  port =  7000

                                http=0
                                data-dir = /a path/with = and # in it
                                http-allow-host = one
                                http-allow-host = two
                                insecure = true
                                durable-barriers = false
                                """))
                .containsExactly(
                        "--port=7000",
                        "--http=0",
                        "--data-dir=/a path/with = and # in it",
                        "--http-allow-host=one",
                        "--http-allow-host=two",
                        "--insecure");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--port=1", "--port 1"})
    void theCommandLineCounts(String given) throws IOException {
        assertThat(expanded("port = 2\nhttp = 3\n", given.split(" ", -1)))
                .containsExactly("--http=3");
    }

    @Test
    void everyOptionMayBeInTheFile() throws IOException {
        for (OptionSpec option : store().getCommandSpec().options()) {
            String name = option.longestName().substring(2);
            if (!List.of("help", "version", "config").contains(name)) {
                String value = option.arity().max() == 0 ? "true" : "x";
                assertThat(expanded(name + " = " + value)).as(name).hasSize(1);
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "prot = 1              | no such option: prot, did you mean port?",
                "--port = 1            | no such option: --port, did you mean port?",
                "config = x            | no such option: config",
                "help = true           | no such option: help",
                "nonsense = 1          | no such option: nonsense",
                "http 8080             | a line is NAME = VALUE, such as http = 8080: http 8080",
                "= 1                   | a line is NAME = VALUE, such as http = 8080: = 1",
                "port =                | port has no value",
                "insecure = yes        | insecure is true or false: yes",
            })
    void aWrongLineIsNamed(String line, String expected) throws IOException {
        Path file = write("# first\n" + line + "\n");
        assertThat(Cli.fails(2, "store", "--config", file.toString()))
                .startsWith("error: " + expected)
                .endsWith(" (" + file + ", line 2)");
    }

    @Test
    void anOptionTwiceIsWrong() throws IOException {
        Path file = write("port = 1\nport = 2\n");
        assertThat(Cli.fails(2, "store", "--config=" + file))
                .isEqualTo("error: port has a value already (" + file + ", line 2)");
    }

    @Test
    void valuesAreCheckedAsThoseOfTheCommandLine() throws IOException {
        Path file = write("port = many\n");
        assertThat(Cli.fails(2, "store", "--config", file.toString())).contains("--port");
        Files.writeString(file, "host = 0.0.0.0\n");
        assertThat(Cli.fails(2, "store", "--config", file.toString()))
                .contains("other machines reach this");
    }

    @Test
    void aFileThatIsNotThereIsAnError() {
        Path file = directory.resolve("none");
        assertThat(Cli.fails(1, "store", "--config", file.toString()))
                .isEqualTo("error: cannot read the options: file=" + file + " reason=no such file");
        assertThat(Cli.fails(2, "store", "--config")).contains("--config");
    }

    @Test
    void aFileIsBounded() throws IOException {
        Path file = write("#".repeat(1 << 21));
        assertThatThrownBy(
                        () ->
                                ConfigFile.expand(
                                        store(),
                                        new String[] {"store", "--config", file.toString()}))
                .isInstanceOf(WukongsException.class)
                .hasMessageContaining("too long");
    }
}
