package org.wukongs.store.cli;

import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.wukongs.error.WukongsException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** Main class of the command line tool {@code wukongs}. */
@Command(
        name = "wukongs",
        description = "Continuous C-SPARQL over streams joined with a stored RDF graph.",
        mixinStandardHelpOptions = true,
        version = "0.1.0-SNAPSHOT",
        footer = {
            "",
            "wukongs COMMAND --help shows the options of a command.",
            "Exit codes: 0 done, 1 failed, 2 wrong usage."
        },
        subcommands = {
            QueryCommand.class,
            ReplayCommand.class,
            StoreServerCommand.class,
            RemoteCommands.Load.class,
            UpdateCommand.class,
            RemoteCommands.Register.class,
            RemoteCommands.Unregister.class,
            RemoteCommands.Queries.class,
            TailCommand.class,
            GraphsCommand.class,
            RemoteCommands.Streams.class,
            RemoteCommands.Status.class,
            ClusterCommand.class,
            ExplainCommand.class,
            RemoteCommands.Check.class,
            RemoteCommands.Checkpoint.class,
            CopyCommands.Backup.class,
            CopyCommands.Restore.class,
            CompletionCommand.class
        })
public final class Wukongs implements Runnable {

    static final int DONE = 0;
    static final int FAILED = 1;
    static final int WRONG_USAGE = 2;

    private static final String VERBOSE = "--verbose";

    @Option(
            names = "--verbose",
            description = "Stack traces with errors.",
            scope = ScopeType.INHERIT)
    boolean verbose;

    @Spec private CommandSpec spec;

    public static void main(String[] args) {
        System.exit(run(new Wukongs(), args));
    }

    /**
     * Runs a command line, and returns its exit code. {@code command} is an annotated picocli
     * command.
     */
    public static int run(Object command, String... args) {
        ProcessFolder.claim();
        PrintWriter err =
                new PrintWriter(new OutputStreamWriter(System.err, StandardCharsets.UTF_8), true);
        boolean verbose = List.of(args).contains(VERBOSE);
        Thread.setDefaultUncaughtExceptionHandler((thread, error) -> print(error, verbose, err));
        return run(command, StandardOutput.writer(), err, args);
    }

    /**
     * Like {@link #run(Object, String...)}, with results written to {@code out} and errors to
     * {@code err}.
     */
    public static int run(Object command, PrintWriter out, PrintWriter err, String... args) {
        CommandLine line = new CommandLine(command);
        line.setOut(out);
        line.setErr(err);
        line.setCaseInsensitiveEnumValuesAllowed(true);
        if (command instanceof Wukongs) {
            line.getHelpSectionMap()
                    .put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, help -> CommandList.text());
            line.getHelpSectionMap().remove(UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING);
        }
        line.setParameterExceptionHandler(Wukongs::wrongUsage);
        line.setExecutionExceptionHandler(Wukongs::failed);
        line.setExecutionStrategy(parsed -> executed(parsed, err));
        boolean verbose = List.of(args).contains(VERBOSE);
        int exitCode = DONE;
        try {
            exitCode = line.execute(expanded(line, args));
            out.flush();
            err.flush();
            return exitCode;
        } catch (WrongUsageException e) {
            print(e, verbose, err);
            return WRONG_USAGE;
        } catch (WukongsException e) {
            // Options cannot be read, or the last flush failed; a command that failed before has
            // reported why.
            if (exitCode == DONE) {
                print(e, verbose, err);
            }
            return exitCode == DONE ? FAILED : exitCode;
        } catch (VirtualMachineError | LinkageError e) {
            print(e, verbose, err);
            return FAILED;
        }
    }

    /** Catches what printing help throws, which picocli does not pass to its exception handlers. */
    private static int executed(ParseResult parsed, PrintWriter err) {
        try {
            return new RunLast().execute(parsed);
        } catch (WukongsException e) {
            print(e, parsed.expandedArgs().contains(VERBOSE), err);
            return FAILED;
        }
    }

    /** Adds the options of a file, if the command that is called has one. */
    private static String[] expanded(CommandLine line, String[] args) {
        for (String arg : args) {
            CommandLine called = line.getSubcommands().get(arg);
            if (called != null) {
                return ConfigFile.expand(called, args);
            }
        }
        return args;
    }

    /** Runs for a command line without a command: shows which there are. */
    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }

    private static int wrongUsage(ParameterException error, String[] args) {
        String what = UsageError.of(error);
        error.getCommandLine()
                .getErr()
                .println("error: " + ErrorLine.of(new WrongUsageException(what)));
        return WRONG_USAGE;
    }

    private static int failed(Exception error, CommandLine line, ParseResult result) {
        print(error, result.expandedArgs().contains(VERBOSE), line.getErr());
        return error instanceof WrongUsageException ? WRONG_USAGE : FAILED;
    }

    /** Prints the error that ended a command or one of its threads. */
    private static void print(Throwable error, boolean verbose, PrintWriter err) {
        err.println("error: " + ErrorLine.of(error));
        if (error instanceof UnsoundStoreException unsound) {
            unsound.violations().forEach(err::println);
        }
        if (verbose) {
            error.printStackTrace(err);
        }
        err.flush();
    }
}
