package org.wukongs.store.cli;

import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Says what is wrong with a command line, and what may have been meant. */
final class UsageError {

    private UsageError() {}

    static String of(ParameterException error) {
        if (error instanceof UnmatchedArgumentException unmatched
                && !unmatched.getUnmatched().isEmpty()) {
            return of(unmatched.getUnmatched().get(0), error.getCommandLine());
        }
        String message = String.valueOf(error.getMessage());
        return message.substring(0, 1).toLowerCase(Locale.ROOT) + message.substring(1);
    }

    private static String of(String argument, CommandLine line) {
        if (argument.startsWith("-")) {
            String option = argument.replaceFirst("=.*", "");
            Set<String> known = line.getCommandSpec().optionsMap().keySet();
            return "no such option of "
                    + line.getCommandSpec().qualifiedName()
                    + ": "
                    + option
                    + DidYouMean.of(option, known);
        }
        Set<String> commands = new TreeSet<>(line.getSubcommands().keySet());
        if (commands.isEmpty()) {
            return line.getCommandSpec().qualifiedName() + " takes no such argument: " + argument;
        }
        if (line.getCommandSpec().userObject() instanceof Wukongs) {
            commands.addAll(CommandList.names());
        }
        return "no such command: " + argument + DidYouMean.of(argument, commands);
    }
}
