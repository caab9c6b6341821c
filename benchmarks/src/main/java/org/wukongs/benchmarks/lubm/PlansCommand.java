package org.wukongs.benchmarks.lubm;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.wukongs.benchmarks.measure.EmbeddedStore;
import org.wukongs.benchmarks.measure.OptionChecks;
import org.wukongs.benchmarks.measure.ScratchFolder;
import org.wukongs.benchmarks.measure.Statistics;
import org.wukongs.benchmarks.result.Recorder;
import org.wukongs.benchmarks.result.ResultOptions;
import org.wukongs.benchmarks.worker.WorkerTask.NamedQuery;
import org.wukongs.store.node.StoreNode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code wukongs bench plans}. */
@Command(
        name = "plans",
        description =
                "Loads the same LUBM graph again and again, its lines in another order and by another number of"
                        + " threads each time, and compares the plans that the seven queries get: their work"
                        + " should not depend on it.",
        mixinStandardHelpOptions = true)
public final class PlansCommand implements Callable<Integer> {

    private static final int LOAD_THREADS_MAX = 4;
    private static final double NS_PER_US = 1e3;
    private static final double NS_PER_S = 1e9;

    @Mixin private GraphOptions graph;

    @Option(
            names = "--loads",
            paramLabel = "N",
            defaultValue = "20",
            description = "Loads (default ${DEFAULT-VALUE}).")
    private int loads;

    @Option(
            names = "--query-seconds",
            paramLabel = "S",
            defaultValue = "1",
            description =
                    "Executions of a query after each load, the second half is measured (default ${DEFAULT-VALUE}).")
    private double querySeconds;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Of the first order; the next load takes the next (default 1).")
    private long seed;

    @Mixin private ResultOptions output;
    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        OptionChecks check = new OptionChecks(spec);
        check.atLeastOne("--loads", loads);
        check.aboveZero("--query-seconds", querySeconds);
        Path source = graph.source(graph.known(check));
        if (source == null) {
            return 0;
        }
        Recorder recorder = new Recorder("plans", spec.commandLine().getErr());
        recorder.data(source.getFileName().toString());
        recorder.setting("loads", loads);
        recorder.setting("querySeconds", querySeconds);
        recorder.setting("seed", seed);
        try (ScratchFolder scratch = new ScratchFolder()) {
            Path plain = GraphOptions.plain(source, scratch.path());
            recorder.table(PlanFigures.table(measure(plain, scratch.path(), recorder)));
        }
        output.publish("plans", recorder);
        return 0;
    }

    private Map<String, List<PlanFigures>> measure(Path plain, Path folder, Recorder recorder)
            throws IOException {
        ShuffledLines lines = new ShuffledLines(plain);
        Path shuffled = folder.resolve("shuffled.nt");
        Map<String, List<PlanFigures>> figures = new LinkedHashMap<>();
        for (int load = 0; load < loads; load++) {
            recorder.say("load %d of %d", load + 1, loads);
            lines.write(shuffled, seed + load);
            try (StoreNode node = EmbeddedStore.empty()) {
                EmbeddedStore.load(node, shuffled, 1 + load % LOAD_THREADS_MAX);
                for (NamedQuery query : LubmQueries.all()) {
                    figures.computeIfAbsent(query.name(), name -> new ArrayList<>())
                            .add(measure(node, query.text()));
                }
            }
        }
        return figures;
    }

    /** The first execution of a query makes the plan that the others have. */
    private PlanFigures measure(StoreNode node, String query) {
        List<Long> ns = new ArrayList<>();
        long endNs = System.nanoTime() + (long) (querySeconds * NS_PER_S);
        while (ns.size() < 3 || System.nanoTime() < endNs) {
            ns.add(node.query(query).engineNs());
        }
        List<Long> warm = ns.subList(ns.size() / 2, ns.size());
        double medianNs = Statistics.median(warm.stream().mapToLong(Long::longValue).toArray());
        return PlanFigures.of(node.explain(query, true), medianNs / NS_PER_US);
    }
}
