package org.wukongs.store.cli;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code wukongs completion}. */
@Command(
        name = "completion",
        description = {
            "Prints a script that completes commands and options in a shell.",
            "bash: source <(./wukongs completion bash)",
            "zsh:  source <(./wukongs completion zsh)"
        },
        mixinStandardHelpOptions = true)
final class CompletionCommand implements Callable<Integer> {

    /** One script serves both shells. */
    enum Shell {
        bash,
        zsh
    }

    @Parameters(paramLabel = "SHELL", description = "${COMPLETION-CANDIDATES}.")
    private Shell shell;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() {
        CommandLine all = new CommandLine(new Wukongs());
        for (String name : CommandList.OF_OTHER_MODULES) {
            all.addSubcommand(name, CommandSpec.create().mixinStandardHelpOptions(true));
        }
        PrintWriter out = spec.commandLine().getOut();
        out.println(
                "# Completes the commands of wukongs: source <(./wukongs completion "
                        + shell
                        + ")");
        out.print(AutoComplete.bash("wukongs", all));
        out.flush();
        return Wukongs.DONE;
    }
}
