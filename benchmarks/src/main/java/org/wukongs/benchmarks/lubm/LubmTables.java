package org.wukongs.benchmarks.lubm;

import static org.wukongs.benchmarks.measure.Units.BYTES_PER_MB;
import static org.wukongs.benchmarks.measure.Units.NS_PER_S;
import static org.wukongs.benchmarks.measure.Units.NS_PER_US;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.wukongs.benchmarks.engine.EngineName;
import org.wukongs.benchmarks.engine.WorkerResult;
import org.wukongs.benchmarks.engine.WorkerResult.MixResult;
import org.wukongs.benchmarks.engine.WorkerResult.QuerySamples;
import org.wukongs.benchmarks.measure.Statistics;
import org.wukongs.benchmarks.result.Table;

/** Figures of all engines, the samples of an engine's rounds together. */
final class LubmTables {

    private LubmTables() {}

    /** The samples of all rounds of one query on one engine. */
    private record Measured(EngineName engine, QuerySamples runs) {

        double medianUs() {
            return Statistics.median(runs.engineNs()) / NS_PER_US;
        }
    }

    static List<Table> of(Map<EngineName, List<WorkerResult>> results) {
        List<Measured> measured = new ArrayList<>();
        results.forEach(
                (engine, rounds) ->
                        WorkerResult.joined(rounds)
                                .forEach(runs -> measured.add(new Measured(engine, runs))));
        List<Table> tables = new ArrayList<>();
        tables.add(engineTimes(measured));
        if (results.containsKey(EngineName.WUKONGS)) {
            tables.add(comparison(measured));
        }
        tables.add(wallTimes(measured));
        tables.add(stores(results));
        return tables;
    }

    private static Table engineTimes(List<Measured> measured) {
        Table table =
                new Table(
                        "engineTimes",
                        "Engine time in µs, median and p99: parsed query to rows as ids or values",
                        "engine");
        List<String> unstable = new ArrayList<>();
        for (Measured one : measured) {
            QuerySamples runs = one.runs();
            row(table, one)
                    .cell("engineMedianUs", "median", one.medianUs())
                    .cell("engineP99Us", "p99", p99Us(runs.engineNs()))
                    .kept("sha256", runs.sha256())
                    .kept("runs", runs.engineNs().length)
                    .kept("warmUpRuns", runs.warmUpRuns())
                    .kept("stable", runs.stable());
            if (!runs.stable()) {
                unstable.add(one.engine() + " " + runs.name());
            }
        }
        String none = unstable.isEmpty() ? "none" : String.join(", ", unstable);
        return table.note("never became stable: " + none);
    }

    private static Table wallTimes(List<Measured> measured) {
        Table table =
                new Table(
                        "wallTimes",
                        "Wall time in µs, median and p99: query text to rows as strings",
                        "engine");
        for (Measured one : measured) {
            long[] ns = one.runs().wallNs();
            row(table, one)
                    .cell("wallMedianUs", "median", Statistics.median(ns) / NS_PER_US)
                    .cell("wallP99Us", "p99", p99Us(ns));
        }
        return table;
    }

    private static Table.Row row(Table table, Measured one) {
        return table.row()
                .cell("query", one.runs().name())
                .cell("rows", one.runs().rows())
                .cell("engine", one.engine().toString());
    }

    private static double p99Us(long[] ns) {
        return Statistics.percentile(ns, 99) / NS_PER_US;
    }

    private record Compared(String query, String peer, double us, double peerUs, double targetUs) {}

    /** This store against the best of the others; there are none where only this one ran. */
    private static Table comparison(List<Measured> measured) {
        List<Compared> all = new ArrayList<>();
        for (Measured own : measured) {
            if (own.engine() == EngineName.WUKONGS) {
                String query = own.runs().name();
                Optional<Measured> best =
                        measured.stream()
                                .filter(one -> one.engine() != EngineName.WUKONGS)
                                .filter(one -> one.runs().name().equals(query))
                                .min(Comparator.comparingDouble(Measured::medianUs));
                String peer = best.map(one -> one.engine().toString()).orElse(null);
                double peerUs = best.map(Measured::medianUs).orElse(Double.NaN);
                double targetUs = LubmQueries.TARGETS_US[all.size()];
                all.add(new Compared(query, peer, own.medianUs(), peerUs, targetUs));
            }
        }
        double meanUs = geometricMean(all, Compared::us);
        double peerMeanUs = geometricMean(all, Compared::peerUs);
        double targetMeanUs = geometricMean(all, Compared::targetUs);
        all.add(new Compared("geometric mean", null, meanUs, peerMeanUs, targetMeanUs));
        Table table =
                new Table(
                        "comparison",
                        "Engine time in µs, medians: this store and the best of the others");
        for (Compared one : all) {
            table.row()
                    .cell("query", one.query())
                    .cell("medianUs", "wukongs", one.us())
                    .cell("bestPeer", "best peer", one.peer())
                    .cell("bestPeerMedianUs", "its median", one.peerUs())
                    .cell("ratio", "best peer / wukongs", one.peerUs() / one.us())
                    .cell("targetUs", "target", one.targetUs());
        }
        return table.note("target: the original Wukong, on its own machine");
    }

    /** NaN if one of them is. */
    private static double geometricMean(List<Compared> all, ToDoubleFunction<Compared> figure) {
        return Math.exp(all.stream().mapToDouble(figure).map(Math::log).average().orElseThrow());
    }

    private static Table stores(Map<EngineName, List<WorkerResult>> results) {
        Table table =
                new Table(
                        "stores",
                        "Loading, memory, and the mix of light queries (one thread, or one a core)");
        results.forEach(
                (engine, rounds) -> {
                    store(table.row().cell("engine", engine.toString()), rounds);
                    table.note(engine + ": " + rounds.get(0).version());
                });
        return table;
    }

    private static void store(Table.Row row, List<WorkerResult> rounds) {
        WorkerResult first = rounds.get(0);
        double loadSeconds = Statistics.median(rounds, WorkerResult::loadNs) / NS_PER_S;
        double peakBytes = rounds.stream().mapToLong(WorkerResult::peakMemoryBytes).max().orElse(0);
        Long retained = first.retainedBytes();
        double executions = sum(rounds, MixResult::executions);
        row.cell("triples", first.triples())
                .cell("loadTriplesPerSecond", "loaded/s", first.triples() / loadSeconds)
                .cell("bytesPerTriple", "graph B/triple", first.bytesPerTriple())
                .cell(
                        "retainedBytesPerTriple",
                        "all B/triple",
                        retained == null ? null : (double) retained / first.triples())
                .cell("peakMb", "peak MB", peakBytes / BYTES_PER_MB)
                .cell(
                        "queriesPerSecond",
                        "mix q/s",
                        executions * NS_PER_S / sum(rounds, MixResult::wallNs))
                .cell(
                        "engineQueriesPerSecond",
                        "engine q/s",
                        executions * NS_PER_S / sum(rounds, MixResult::engineNs))
                .cell(
                        "preparedQueriesPerSecond",
                        "prepared q/s",
                        mean(rounds, MixResult::preparedPerSecond))
                .cell(
                        "preparedQueriesPerSecondAllThreads",
                        "on all cores",
                        mean(rounds, MixResult::preparedPerSecondAllThreads))
                .kept("preparedThreads", first.mix().preparedThreads())
                .kept("mixRows", first.mix().rows())
                .kept("mixExecutions", executions)
                .kept("rounds", rounds.size())
                .kept("version", first.version());
    }

    private static double sum(List<WorkerResult> rounds, ToDoubleFunction<MixResult> figure) {
        return rounds.stream().map(WorkerResult::mix).mapToDouble(figure).sum();
    }

    /** Mean of the rounds, null where the engine prepares nothing. */
    private static Double mean(List<WorkerResult> rounds, Function<MixResult, Double> figure) {
        return figure.apply(rounds.get(0).mix()) == null
                ? null
                : sum(rounds, figure::apply) / rounds.size();
    }
}
