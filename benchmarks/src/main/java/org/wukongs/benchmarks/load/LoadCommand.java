package org.wukongs.benchmarks.load;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.wukongs.benchmarks.lubm.GraphOptions;
import org.wukongs.benchmarks.measure.ChildProcess;
import org.wukongs.benchmarks.measure.OptionChecks;
import org.wukongs.benchmarks.measure.Rounds;
import org.wukongs.benchmarks.measure.ScratchFolder;
import org.wukongs.benchmarks.result.Recorder;
import org.wukongs.benchmarks.result.ResultFiles;
import org.wukongs.benchmarks.result.ResultOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code wukongs bench load}. */
@Command(
        name = "load",
        description =
                "Load rate and memory of this store's loader with different numbers of threads, beside RDF4J's"
                        + " parser in front of the same store.",
        mixinStandardHelpOptions = true)
public final class LoadCommand implements Callable<Integer> {

    @Mixin private GraphOptions graph;

    @Option(
            names = "--threads",
            paramLabel = "N",
            split = ",",
            description = "Numbers of threads to measure (default: 1 and one a core).")
    private List<Integer> threads = new ArrayList<>();

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "3",
            description = "Fresh processes of each, in turn (default ${DEFAULT-VALUE}).")
    private int rounds;

    @Option(
            names = "--heap",
            paramLabel = "SIZE",
            defaultValue = "1g",
            description = "Of each process, as -Xmx takes it (default ${DEFAULT-VALUE}).")
    private String heap;

    @Option(
            names = "--engine-minutes",
            paramLabel = "M",
            defaultValue = "10",
            description = "A load that takes longer fails (default ${DEFAULT-VALUE}).")
    private long engineMinutes;

    @Mixin private ResultOptions output;
    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        OptionChecks check = new OptionChecks(spec);
        check.atLeastOne("--rounds", rounds);
        check.atLeastOne("--engine-minutes", engineMinutes);
        threads.forEach(count -> check.atLeastOne("--threads", count));
        check.size("--heap", heap);
        Path source = graph.source(graph.known(check));
        if (source == null) {
            return 0;
        }
        Recorder recorder = new Recorder("load", spec.commandLine().getErr());
        recorder.data(source.getFileName().toString());
        recorder.jvmFlags("each load", ChildProcess.storeFlags(heap));
        recorder.setting("rounds", rounds);
        try (ScratchFolder scratch = new ScratchFolder()) {
            Path plain = GraphOptions.plain(source, scratch.path());
            Map<LoadVariant, List<LoadFigures>> figures =
                    Rounds.run(
                            rounds,
                            variants(),
                            recorder,
                            variant -> measure(variant, plain, scratch.path()));
            recorder.table(LoadFigures.table(figures));
        }
        output.publish("load", recorder);
        return 0;
    }

    private List<LoadVariant> variants() {
        List<Integer> counts =
                threads.isEmpty()
                        ? List.of(1, Math.max(2, Runtime.getRuntime().availableProcessors()))
                        : threads;
        List<LoadVariant> variants = new ArrayList<>();
        variants.add(new LoadVariant(true, 1));
        counts.forEach(count -> variants.add(new LoadVariant(false, count)));
        return variants;
    }

    private LoadFigures measure(LoadVariant variant, Path plain, Path folder) {
        Path result = folder.resolve("load-result.json");
        List<String> command =
                new ArrayList<>(
                        ChildProcess.java(ChildProcess.storeFlags(heap), LoadMeasurement.class));
        command.addAll(List.of(variant.arguments()));
        command.add(plain.toString());
        command.add(result.toString());
        ChildProcess.run(variant.arguments()[0], folder, command, engineMinutes);
        return ResultFiles.read(result, LoadFigures.class);
    }
}
