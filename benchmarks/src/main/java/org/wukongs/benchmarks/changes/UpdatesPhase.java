package org.wukongs.benchmarks.changes;

import static org.wukongs.benchmarks.measure.Units.NS_PER_US;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.wukongs.benchmarks.engine.EngineName;
import org.wukongs.benchmarks.engine.WorkerProcess;
import org.wukongs.benchmarks.engine.WorkerResult;
import org.wukongs.benchmarks.engine.WorkerResult.QuerySamples;
import org.wukongs.benchmarks.engine.WorkerTask;
import org.wukongs.benchmarks.engine.WorkerTask.Updates;
import org.wukongs.benchmarks.lubm.Agreement;
import org.wukongs.benchmarks.measure.Rounds;
import org.wukongs.benchmarks.measure.Statistics;
import org.wukongs.benchmarks.result.Recorder;
import org.wukongs.benchmarks.result.ResultFiles;
import org.wukongs.benchmarks.result.Table;

/**
 * The same updates by this store, alone and behind HTTP, and by others, each in a process of its
 * own. After each kind, all must have the same triples.
 */
final class UpdatesPhase {

    /** A store that takes longer fails. */
    private static final long ENGINE_MINUTES_MAX = 60;

    private UpdatesPhase() {}

    static void run(ChangesOptions options, Path scratch, Recorder recorder) throws IOException {
        List<EngineName> engines = new ArrayList<>(options.engines);
        WorkerProcess.skipMissing(engines, recorder);
        UpdateMix mix = new UpdateMix(options.baseTriples, options.operations, options.data.seed());
        Path base = scratch.resolve("base.nt");
        mix.writeBase(base);
        List<Updates> kinds = mix.write(scratch);
        Path task = scratch.resolve("updates.json");
        ResultFiles.write(task, WorkerTask.ofUpdates(base.toString(), kinds));
        WorkerProcess process =
                new WorkerProcess(scratch, options.heap, options.heapWukongs, ENGINE_MINUTES_MAX);
        process.recordFlags(engines, recorder);
        Map<EngineName, List<WorkerResult>> results =
                Rounds.run(options.rounds, engines, recorder, engine -> process.run(engine, task));
        Agreement.failures(results, null).forEach(recorder::fail);
        tables(kinds, results, recorder);
    }

    private static void tables(
            List<Updates> kinds, Map<EngineName, List<WorkerResult>> results, Recorder recorder) {
        Table table =
                new Table(
                        "updates",
                        "SPARQL Update, text to effect: medians and p99 in µs an operation, and"
                                + " medians in µs a triple",
                        "engine");
        Table comparison =
                new Table("updatesComparison", "SPARQL Update: this store and the best other one");
        Map<EngineName, List<QuerySamples>> joined = new LinkedHashMap<>();
        results.forEach((engine, rounds) -> joined.put(engine, WorkerResult.joined(rounds)));
        for (int i = 0; i < kinds.size(); i++) {
            Updates kind = kinds.get(i);
            Map<EngineName, Double> mediansUs = new LinkedHashMap<>();
            for (Map.Entry<EngineName, List<QuerySamples>> engine : joined.entrySet()) {
                long[] ns = engine.getValue().get(i).wallNs();
                double medianUs = Statistics.median(ns) / NS_PER_US;
                mediansUs.put(engine.getKey(), medianUs);
                table.row()
                        .cell("update", kind.name())
                        .cell("engine", engine.getKey().toString())
                        .cell("medianUs", "median", medianUs)
                        .cell("p99Us", "p99", Statistics.percentile(ns, 99) / NS_PER_US)
                        .cell("tripleUs", "a triple", medianUs / kind.triples())
                        .kept("operations", ns.length);
            }
            compare(kind, mediansUs, comparison);
        }
        results.forEach((engine, rounds) -> table.note(engine + ": " + rounds.get(0).version()));
        recorder.table(table);
        recorder.table(comparison.note("to reach: 5x"));
    }

    private static void compare(Updates kind, Map<EngineName, Double> mediansUs, Table comparison) {
        Double ownUs = mediansUs.get(EngineName.WUKONGS);
        EngineName best =
                mediansUs.keySet().stream()
                        .filter(engine -> !engine.own())
                        .min(Comparator.comparing(mediansUs::get))
                        .orElse(null);
        if (ownUs == null || best == null) {
            return;
        }
        double bestUs = mediansUs.get(best);
        comparison
                .row()
                .cell("update", kind.name())
                .cell("medianUs", "wukongs", ownUs)
                .cell("bestPeer", "best other", best.toString())
                .cell("bestPeerMedianUs", "its median", bestUs)
                .cell("ratio", "best other / wukongs", bestUs / ownUs);
    }
}
