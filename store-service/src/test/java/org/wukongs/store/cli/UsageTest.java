package org.wukongs.store.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Wrong command lines: exit code 2, one line. */
class UsageTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''                                                    | no command given",
                "nonsense                                              | nonsense",
                "query --nonsense                                      | --nonsense",
                "query                                                 | query needs --data or --graph",
                "query --data x.nt                                     | query needs --query or -e",
                "query --data x.nt -e                                  | -e",
                "query --data x.nt -e ASK{} --repeat 0                 | --repeat must be at least 1",
                "query --data x.nt -e ASK{} --repeat many              | --repeat",
                "query --data x.nt -e ASK{} --format pdf               | --format",
                "query --data                                          | --data",
                "replay                                                | --stream",
                "replay --stream s=x.tsv                               | --query",
                "replay --query q --stream s=x --batch-interval 5      | a duration is a number with ms",
                "replay --query q --stream s=x --batch-interval 0ms    | a duration is a number with ms",
                "replay --query q --stream s=x --speed fast            | --speed takes max or a number",
                "replay --query q --stream s=x --speed 0               | --speed takes max or a number",
                "replay --query q --stream s=x --speed NaN             | --speed takes max or a number",
                "replay --query q --stream s=x --workers 0             | --workers must be at least 1",
                "replay --query q --stream s=x --until soon            | --until",
                "replay --query q --stream s=x --format xml            | --format",
                "load                                                  | load needs --data",
                "register                                              | FILE",
                "unregister                                            | NAME",
                "store --port many                                     | --port",
            })
    void wrongUsage(String commandLine, String expected) {
        String[] args = commandLine.isEmpty() ? new String[0] : commandLine.split(" ", -1);
        assertThat(Cli.fails(2, args)).contains(expected);
    }

    @Test
    void helpNamesCommandsAndExitCodes() {
        assertThat(Cli.ok("--help"))
                .contains("query", "replay", "store", "load", "register", "status", "demo")
                .contains("Exit codes: 0 done, 1 failed, 2 wrong usage.");
        assertThat(Cli.ok("replay", "--help")).contains("--batch-interval", "--stats");
        assertThat(Cli.ok("--version")).isNotBlank();
    }
}
