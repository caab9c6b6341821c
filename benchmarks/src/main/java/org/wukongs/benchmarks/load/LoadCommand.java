package org.wukongs.benchmarks.load;

import static org.wukongs.benchmarks.measure.Units.BYTES_PER_MB;
import static org.wukongs.benchmarks.measure.Units.NS_PER_S;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.wukongs.benchmarks.lubm.GraphOptions;
import org.wukongs.benchmarks.measure.ChildProcess;
import org.wukongs.benchmarks.measure.OptionValues;
import org.wukongs.benchmarks.measure.Rounds;
import org.wukongs.benchmarks.measure.ScratchFolder;
import org.wukongs.benchmarks.measure.Statistics;
import org.wukongs.benchmarks.result.Recorder;
import org.wukongs.benchmarks.result.ResultFiles;
import org.wukongs.benchmarks.result.ResultOptions;
import org.wukongs.benchmarks.result.Table;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code wukongs bench load}. */
@Command(
        name = "load",
        description =
                "Load rate and memory of this store's loader with different numbers of threads.",
        showDefaultValues = true,
        mixinStandardHelpOptions = true)
public final class LoadCommand implements Callable<Integer> {

    @Mixin private GraphOptions graph;

    @Option(
            names = "--threads",
            split = ",",
            description = "Numbers of threads to measure (default: 1 and one a core).")
    private List<Integer> threads;

    @Option(names = "--rounds", description = "Fresh processes of each, in turn.")
    private int rounds = 3;

    @Option(names = "--heap", description = "Of each process, as -Xmx takes it.")
    private String heap = "1g";

    @Option(names = "--engine-minutes", description = "A load that takes longer fails.")
    private long engineMinutes = 10;

    @Mixin private ResultOptions output;
    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if (threads == null) {
            threads = List.of(1, Math.max(2, Runtime.getRuntime().availableProcessors()));
        }
        OptionValues.check(spec);
        Path source = graph.source(graph.known(spec));
        if (source == null) {
            return 0;
        }
        Recorder recorder = new Recorder("load", spec.commandLine().getErr());
        recorder.data(source.getFileName().toString());
        recorder.jvmFlags("each load", ChildProcess.storeFlags(heap));
        recorder.settings(OptionValues.of(spec));
        try (ScratchFolder scratch = new ScratchFolder()) {
            Path plain = GraphOptions.plain(source, scratch.path());
            recorder.table(
                    table(
                            Rounds.run(
                                    rounds,
                                    threads,
                                    recorder,
                                    count -> measure(count, plain, scratch.path()))));
        }
        output.publish("load", recorder);
        return 0;
    }

    private LoadFigures measure(int threadCount, Path plain, Path folder) throws IOException {
        Path result = folder.resolve("load-result.json");
        List<String> flags = ChildProcess.storeFlags(heap);
        ChildProcess.run(
                "loader",
                folder,
                ChildProcess.java(flags, LoadWorker.class, threadCount, plain, result),
                engineMinutes);
        return ResultFiles.read(result, LoadFigures.class);
    }

    /** Medians over the rounds, which are in the result file as well. */
    private static Table table(Map<Integer, List<LoadFigures>> figures) {
        Table table = new Table("loads", "Loading, medians over the rounds");
        figures.forEach(
                (threads, rounds) -> {
                    LoadFigures first = rounds.get(0);
                    double parse = Statistics.median(rounds, LoadFigures::parseNs);
                    double index = Statistics.median(rounds, LoadFigures::indexNs);
                    double parseCpu = Statistics.median(rounds, LoadFigures::parseCpuNs);
                    double indexCpu = Statistics.median(rounds, LoadFigures::indexCpuNs);
                    double again = Statistics.median(rounds, LoadFigures::againNs);
                    table.row()
                            .cell("threads", threads)
                            .cell("statements", first.statements())
                            .cell("triples", first.triples())
                            .cell("terms", first.terms())
                            .cell(
                                    "statementsPerSecond",
                                    "statements/s",
                                    Statistics.median(rounds, LoadFigures::perSecond))
                            .cell("parseSeconds", "parse s", parse / NS_PER_S)
                            .cell("parseCpuSeconds", "cpu s", parseCpu / NS_PER_S)
                            .cell("indexSeconds", "index s", index / NS_PER_S)
                            .cell("indexCpuSeconds", "cpu s", indexCpu / NS_PER_S)
                            .cell(
                                    "againPerSecond",
                                    "again/s",
                                    first.statements() * NS_PER_S / again)
                            .cell("graphBytesPerTriple", "graph B/triple", first.bytesPerTriple())
                            .cell(
                                    "peakMb",
                                    "peak MB",
                                    Statistics.median(rounds, LoadFigures::peakBytes)
                                            / BYTES_PER_MB)
                            .kept("rounds", rounds);
                });
        return table;
    }
}
