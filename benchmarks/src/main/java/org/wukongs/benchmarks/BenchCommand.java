package org.wukongs.benchmarks;

import org.wukongs.benchmarks.changes.ChangesCommand;
import org.wukongs.benchmarks.cluster.ClusterCommand;
import org.wukongs.benchmarks.cluster.FabricCommand;
import org.wukongs.benchmarks.e2e.E2eCommand;
import org.wukongs.benchmarks.http.HttpCommand;
import org.wukongs.benchmarks.jmh.JmhCommand;
import org.wukongs.benchmarks.lsbench.LsbenchCommand;
import org.wukongs.benchmarks.lubm.LubmCommand;
import org.wukongs.benchmarks.lubm.PlansCommand;
import org.wukongs.benchmarks.recovery.RecoveryCommand;
import org.wukongs.store.cli.Wukongs;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** {@code wukongs bench}. */
@Command(
        name = "wukongs bench",
        description = "Benchmarks; results go to the terminal and, as JSON, to benchmarks/results.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Exit codes: 0 done, also when the data is not there; 1 failed; 2 wrong usage."
        },
        subcommands = {
            ChangesCommand.class,
            ClusterCommand.class,
            E2eCommand.class,
            FabricCommand.class,
            HttpCommand.class,
            JmhCommand.class,
            LsbenchCommand.class,
            LubmCommand.class,
            PlansCommand.class,
            RecoveryCommand.class
        })
public final class BenchCommand implements Runnable {

    @Option(
            names = "--verbose",
            description = "Stack traces with errors.",
            scope = ScopeType.INHERIT)
    boolean verbose;

    @Spec private CommandSpec spec;

    public static void main(String[] args) {
        System.exit(Wukongs.run(new BenchCommand(), args));
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "no benchmark given, see --help");
    }
}
