package org.wukongs.store.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code completion}, in a bash. */
final class CompletionCommandTest {

    @TempDir private Path directory;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "wukongs sta                | status",
                "wukongs dem                | demo",
                "wukongs cluster dr         | drain",
                "wukongs store --checkpoint-r | --checkpoint-rate",
                "wukongs tail --form        | --format",
                "wukongs tail --format nd    | ndjson",
                "wukongs store --sync bar   | barrier",
                "wukongs completion z       | zsh",
            })
    void completes(String typed, String expected) throws Exception {
        Path script = Files.writeString(directory.resolve("c"), Cli.ok("completion", "bash"));
        String program =
                """
                source "$1"
                COMP_WORDS=($2)
                COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
                _complete_wukongs "${COMP_WORDS[0]}" "${COMP_WORDS[COMP_CWORD]}" ""
                printf '%s\n' "${COMPREPLY[@]}"
                """;
        Process bash =
                new ProcessBuilder("bash", "-c", program, "bash", script.toString(), typed)
                        .redirectErrorStream(true)
                        .start();
        String said = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(bash.waitFor()).as(said).isZero();
        assertThat(said.lines().map(String::strip)).contains(expected);
    }

    @Test
    void oneScriptServesBothShells() {
        assertThat(Cli.ok("completion", "zsh"))
                .isEqualTo(
                        Cli.ok("completion", "bash").replace("completion bash)", "completion zsh)"))
                .contains("ZSH_VERSION");
        assertThat(Cli.fails(2, "completion", "fish")).contains("SHELL");
    }
}
