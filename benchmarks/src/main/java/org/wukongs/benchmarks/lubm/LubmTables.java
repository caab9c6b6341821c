package org.wukongs.benchmarks.lubm;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.wukongs.benchmarks.engine.EngineName;
import org.wukongs.benchmarks.measure.Statistics;
import org.wukongs.benchmarks.result.Table;
import org.wukongs.benchmarks.result.TableShape;
import org.wukongs.benchmarks.worker.WorkerResult;
import org.wukongs.benchmarks.worker.WorkerResult.MixResult;
import org.wukongs.benchmarks.worker.WorkerResult.QuerySamples;

/** Figures of all engines, the samples of an engine's rounds together. */
final class LubmTables {

    private static final double NS_PER_US = 1e3;
    private static final double NS_PER_S = 1e9;
    private static final double BYTES_PER_MB = 1e6;

    private LubmTables() {}

    /**
     * One query on one engine.
     *
     * @param runs samples of all rounds
     */
    private record Measured(EngineName engine, QuerySamples runs) {

        static Measured of(EngineName engine, List<WorkerResult> rounds, int query) {
            List<QuerySamples> all =
                    rounds.stream().map(round -> round.queries().get(query)).toList();
            QuerySamples first = all.get(0);
            QuerySamples runs =
                    new QuerySamples(
                            first.name(),
                            first.rows(),
                            first.sha256(),
                            all.stream().mapToInt(QuerySamples::warmUpRuns).sum(),
                            all.stream().allMatch(QuerySamples::stable),
                            joined(all, QuerySamples::engineNs),
                            joined(all, QuerySamples::wallNs));
            return new Measured(engine, runs);
        }

        private static long[] joined(
                List<QuerySamples> rounds, Function<QuerySamples, long[]> samples) {
            return rounds.stream().map(samples).flatMapToLong(LongStream::of).toArray();
        }

        double engineUs() {
            return Statistics.median(runs.engineNs()) / NS_PER_US;
        }
    }

    /** This store against the best of the others: engine times in µs, no peer where none ran. */
    private record Compared(String query, double us, String peer, Double peerUs, double targetUs) {

        Double ratio() {
            return peerUs == null ? null : peerUs / us;
        }
    }

    /** An engine and its rounds. */
    private record Engine(EngineName name, List<WorkerResult> rounds) {

        WorkerResult first() {
            return rounds.get(0);
        }

        double loadedPerSecond() {
            double ns =
                    Statistics.median(rounds.stream().mapToLong(WorkerResult::loadNs).toArray());
            return first().triples() / (ns / NS_PER_S);
        }

        Double retainedBytesPerTriple() {
            Long bytes = first().retainedBytes();
            return bytes == null ? null : (double) bytes / first().triples();
        }

        double peakMb() {
            return rounds.stream().mapToLong(WorkerResult::peakMemoryBytes).max().orElse(0)
                    / BYTES_PER_MB;
        }

        double mixPerSecond(ToDoubleFunction<MixResult> ns) {
            return sum(MixResult::executions) * NS_PER_S / Math.max(1, sum(ns));
        }

        private double sum(ToDoubleFunction<MixResult> figure) {
            return rounds.stream().map(WorkerResult::mix).mapToDouble(figure).sum();
        }

        /** Mean of the rounds, null where one of them has none. */
        Double mixMean(Function<MixResult, Double> figure) {
            List<Double> values = rounds.stream().map(round -> figure.apply(round.mix())).toList();
            return values.contains(null)
                    ? null
                    : values.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
        }
    }

    static List<Table> of(Map<EngineName, List<WorkerResult>> results) {
        List<Measured> measured = new ArrayList<>();
        results.forEach(
                (engine, rounds) -> {
                    for (int query = 0; query < rounds.get(0).queries().size(); query++) {
                        measured.add(Measured.of(engine, rounds, query));
                    }
                });
        List<Engine> engines = new ArrayList<>();
        results.forEach((engine, rounds) -> engines.add(new Engine(engine, rounds)));
        List<Table> tables = new ArrayList<>();
        tables.add(engineTimes(measured));
        if (results.containsKey(EngineName.WUKONGS)) {
            tables.add(comparison(measured));
        }
        tables.add(wallTimes(measured));
        tables.add(stores(engines));
        return tables;
    }

    private static Table engineTimes(List<Measured> measured) {
        String unstable =
                measured.stream()
                        .filter(one -> !one.runs().stable())
                        .map(one -> one.engine() + " " + one.runs().name())
                        .collect(Collectors.joining(", "));
        return perQuery(
                        "engineTimes",
                        "Engine time in µs, median and p99: parsed query to rows as ids or values")
                .column("engineMedianUs", "median", "µs", Measured::engineUs)
                .column("engineP99Us", "p99", "µs", one -> p99Us(one.runs().engineNs()))
                .kept("sha256", "", one -> one.runs().sha256())
                .kept("runs", "", one -> one.runs().engineNs().length)
                .kept("warmUpRuns", "", one -> one.runs().warmUpRuns())
                .kept("stable", "", one -> one.runs().stable())
                .of(measured, "never became stable: " + (unstable.isEmpty() ? "none" : unstable));
    }

    private static Table wallTimes(List<Measured> measured) {
        return perQuery(
                        "wallTimes",
                        "Wall time in µs, median and p99: query text to rows as strings")
                .column(
                        "wallMedianUs",
                        "median",
                        "µs",
                        one -> Statistics.median(one.runs().wallNs()) / NS_PER_US)
                .column("wallP99Us", "p99", "µs", one -> p99Us(one.runs().wallNs()))
                .of(measured);
    }

    private static TableShape<Measured> perQuery(String name, String title) {
        return new TableShape<Measured>(name, title)
                .column("query", one -> one.runs().name())
                .column("rows", one -> one.runs().rows())
                .across("engine", one -> one.engine().toString());
    }

    private static double p99Us(long[] ns) {
        return Statistics.percentile(ns, 99) / NS_PER_US;
    }

    private static Table comparison(List<Measured> measured) {
        List<Measured> own =
                measured.stream().filter(one -> one.engine() == EngineName.WUKONGS).toList();
        List<Compared> rows = new ArrayList<>();
        for (int query = 0; query < own.size(); query++) {
            String name = own.get(query).runs().name();
            Measured best = null;
            for (Measured one : measured) {
                boolean peer = one.engine() != EngineName.WUKONGS && one.runs().name().equals(name);
                best = peer && (best == null || one.engineUs() < best.engineUs()) ? one : best;
            }
            rows.add(
                    new Compared(
                            name,
                            own.get(query).engineUs(),
                            best == null ? null : best.engine().toString(),
                            best == null ? null : best.engineUs(),
                            LubmQueries.TARGETS_US[query]));
        }
        rows.add(means(rows));
        return new TableShape<Compared>(
                        "comparison",
                        "Engine time in µs, medians: this store and the best of the others")
                .column("query", Compared::query)
                .column("medianUs", "wukongs", "µs", Compared::us)
                .column("bestPeer", "best peer", "", Compared::peer)
                .column("bestPeerMedianUs", "its median", "µs", Compared::peerUs)
                .column("ratio", "best peer / wukongs", "x", Compared::ratio)
                .column("targetUs", "target", "µs", Compared::targetUs)
                .of(rows, "target: the original Wukong, on its own machine");
    }

    private static Compared means(List<Compared> rows) {
        boolean peers = rows.stream().allMatch(row -> row.peerUs() != null);
        return new Compared(
                "geometric mean",
                mean(rows, Compared::us),
                null,
                peers ? mean(rows, Compared::peerUs) : null,
                mean(rows, Compared::targetUs));
    }

    private static double mean(List<Compared> rows, ToDoubleFunction<Compared> figure) {
        return Statistics.geometricMean(rows.stream().mapToDouble(figure).toArray());
    }

    private static Table stores(List<Engine> engines) {
        return new TableShape<Engine>(
                        "stores",
                        "Loading, memory, and the mix of light queries (one thread, or one a core)")
                .column("engine", engine -> engine.name().toString())
                .column("triples", engine -> engine.first().triples())
                .column("loadTriplesPerSecond", "loaded/s", "1/s", Engine::loadedPerSecond)
                .column(
                        "bytesPerTriple",
                        "graph B/triple",
                        "B",
                        engine -> engine.first().bytesPerTriple())
                .column(
                        "retainedBytesPerTriple",
                        "all B/triple",
                        "B",
                        Engine::retainedBytesPerTriple)
                .column("peakMb", "peak MB", "MB", Engine::peakMb)
                .column(
                        "queriesPerSecond",
                        "mix q/s",
                        "1/s",
                        engine -> engine.mixPerSecond(MixResult::wallNs))
                .column(
                        "engineQueriesPerSecond",
                        "engine q/s",
                        "1/s",
                        engine -> engine.mixPerSecond(MixResult::engineNs))
                .column(
                        "preparedQueriesPerSecond",
                        "prepared q/s",
                        "1/s",
                        engine -> engine.mixMean(MixResult::preparedPerSecond))
                .column(
                        "preparedQueriesPerSecondAllThreads",
                        "on all cores",
                        "1/s",
                        engine -> engine.mixMean(MixResult::preparedPerSecondAllThreads))
                .kept("preparedThreads", "", engine -> engine.first().mix().preparedThreads())
                .kept("mixRows", "", engine -> engine.first().mix().rows())
                .kept("mixExecutions", "", engine -> engine.sum(MixResult::executions))
                .kept("rounds", "", engine -> engine.rounds().size())
                .kept("version", "", engine -> engine.first().version())
                .of(
                        engines,
                        engines.stream()
                                .map(engine -> engine.name() + ": " + engine.first().version())
                                .toArray(String[]::new));
    }
}
