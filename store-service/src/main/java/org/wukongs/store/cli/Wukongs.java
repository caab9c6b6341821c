package org.wukongs.store.cli;

import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import org.wukongs.error.WukongsException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** Entry point of the launcher's commands. */
@Command(
        name = "wukongs",
        description = "Continuous C-SPARQL over streams joined with a stored RDF graph.",
        mixinStandardHelpOptions = true,
        version = "0.1.0-SNAPSHOT",
        footer = {
            "",
            "  demo    the main job: Kafka, Flink, a store and live results (wukongs demo --help)",
            "  produce files or the generator into Kafka, exactly once (wukongs produce --help)",
            "  bench   benchmarks beside other engines (wukongs bench --help)",
            "",
            "Exit codes: 0 done, 1 failed, 2 wrong usage."
        },
        subcommands = {
            QueryCommand.class,
            ReplayCommand.class,
            StoreServerCommand.class,
            RemoteCommands.Load.class,
            RemoteCommands.Register.class,
            RemoteCommands.Unregister.class,
            RemoteCommands.Queries.class,
            RemoteCommands.Streams.class,
            RemoteCommands.Status.class,
            ExplainCommand.class,
            RemoteCommands.Check.class,
            RemoteCommands.Checkpoint.class
        })
public final class Wukongs implements Runnable {

    static final int DONE = 0;
    static final int FAILED = 1;
    static final int WRONG_USAGE = 2;

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
     * Runs a command line; {@code command} is an annotated picocli command. Returns the exit code.
     */
    public static int run(Object command, String... args) {
        PrintWriter out =
                new PrintWriter(new OutputStreamWriter(System.out, StandardCharsets.UTF_8), true);
        PrintWriter err =
                new PrintWriter(new OutputStreamWriter(System.err, StandardCharsets.UTF_8), true);
        return run(command, out, err, args);
    }

    /**
     * As {@link #run(Object, String...)}, with results going to {@code out} and errors to {@code
     * err}.
     */
    public static int run(Object command, PrintWriter out, PrintWriter err, String... args) {
        CommandLine line = new CommandLine(command);
        line.setOut(out);
        line.setErr(err);
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setParameterExceptionHandler(Wukongs::wrongUsage);
        line.setExecutionExceptionHandler(Wukongs::failed);
        int exitCode = line.execute(args);
        out.flush();
        err.flush();
        return exitCode;
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "no command given, see --help");
    }

    private static int wrongUsage(ParameterException error, String[] args) {
        error.getCommandLine().getErr().println("error: " + firstLine(error.getMessage()));
        return WRONG_USAGE;
    }

    private static int failed(Exception error, CommandLine line, ParseResult result) {
        boolean expected = error instanceof WukongsException;
        String message = expected ? error.getMessage() : "unexpected " + error;
        line.getErr().println("error: " + firstLine(message));
        if (error instanceof UnsoundStoreException unsound) {
            unsound.violations().forEach(line.getErr()::println);
        }
        if (result.expandedArgs().contains("--verbose")) {
            error.printStackTrace(line.getErr());
        }
        return FAILED;
    }

    private static String firstLine(String message) {
        return message.lines().findFirst().orElse("");
    }
}
