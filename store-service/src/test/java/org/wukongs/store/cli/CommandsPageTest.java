package org.wukongs.store.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** {@code docs/commands.md} has each command and each of its options. */
final class CommandsPageTest {

    private static final Path PAGE = Path.of("..", "docs", "commands.md");

    @Test
    void everyCommandAndOptionIsThere() throws IOException {
        String page = Files.readString(PAGE);
        List<String> missing = new ArrayList<>();
        addMissing(new CommandLine(new Wukongs()), page, missing);
        assertThat(missing).isEmpty();
    }

    private static void addMissing(CommandLine command, String page, List<String> missing) {
        for (OptionSpec option : command.getCommandSpec().options()) {
            boolean named =
                    List.of(option.names()).stream()
                            .anyMatch(name -> page.matches("(?s).*" + name + "[^a-z-].*"));
            if (!named) {
                missing.add(command.getCommandSpec().qualifiedName() + " " + option.longestName());
            }
        }
        for (CommandLine sub : command.getSubcommands().values()) {
            String name = sub.getCommandSpec().qualifiedName().substring("wukongs ".length());
            if (!page.matches("(?s).*[`/ ]" + name + "[` ].*")) {
                missing.add(name);
            }
            addMissing(sub, page, missing);
        }
    }
}
