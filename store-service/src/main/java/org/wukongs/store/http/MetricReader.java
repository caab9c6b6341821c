package org.wukongs.store.http;

import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.wukongs.client.StoreStatus.ChangelogStatus;
import org.wukongs.client.StoreStatus.LogStatus;
import org.wukongs.client.StoreStatus.QueryStatus;
import org.wukongs.client.StoreStatus.ReplicaStatus;
import org.wukongs.client.StoreStatus.StreamStatus;
import org.wukongs.store.cluster.FabricUse;
import org.wukongs.store.node.CapacityUse;
import org.wukongs.store.peer.PeerStatistics;
import org.wukongs.store.server.CopyStatistics;
import org.wukongs.store.server.LogStatistics;
import org.wukongs.store.view.RequestCosts;

/**
 * Reads the samples of a metric, in Prometheus' base units. Of many queries, streams or graphs, the
 * first {@link HttpLimits#METRIC_ENTITY_COUNT_MAX} have samples, in the order of the status.
 *
 * @param labels names of the labels that each sample has, by commas; empty for one sample only
 * @param samples writes the samples
 */
record MetricReader(String labels, BiConsumer<StoreNumbers, MetricSamples> samples) {

    private static final double MS_PER_SECOND = 1e3;
    private static final double NS_PER_SECOND = 1e9;
    private static final double US_PER_SECOND = 1e6;

    /** More is in the status of the cluster. */
    private static final int REASON_CHARS_MAX = 200;

    static MetricReader one(ToLongFunction<StoreNumbers> value) {
        return new MetricReader("", (numbers, out) -> out.add(value.applyAsLong(numbers)));
    }

    static MetricReader seconds(ToLongFunction<StoreNumbers> valueMs) {
        return new MetricReader(
                "", (numbers, out) -> out.add(valueMs.applyAsLong(numbers) / MS_PER_SECOND));
    }

    /** Returns a reader with one sample for each value of {@code label}; {@link #of} adds them. */
    static MetricReader each(String label) {
        return new MetricReader(label, (numbers, out) -> {});
    }

    /** Returns this reader plus a sample for {@code labelValue}. */
    MetricReader of(String labelValue, ToLongFunction<StoreNumbers> value) {
        return new MetricReader(
                labels,
                samples.andThen((numbers, out) -> out.add(value.applyAsLong(numbers), labelValue)));
    }

    static MetricReader streams(ToLongFunction<StreamStatus> value) {
        return ofAll(
                "stream",
                numbers -> numbers.status().streams(),
                (stream, out) -> out.add(value.applyAsLong(stream), stream.name()));
    }

    /** Reads times of streams, in seconds, if they are known. */
    static MetricReader streamSeconds(ToLongFunction<StreamStatus> valueMs) {
        return ofAll(
                "stream",
                numbers -> numbers.status().streams(),
                (stream, out) -> addTime(out, valueMs.applyAsLong(stream), stream.name()));
    }

    static MetricReader changelogs(ToLongFunction<ChangelogStatus> value) {
        return ofAll(
                "graph",
                numbers -> numbers.status().changelogs(),
                (changelog, out) -> out.add(value.applyAsLong(changelog), changelog.graph()));
    }

    static MetricReader replicas(ToLongFunction<ReplicaStatus> value) {
        return ofAll(
                "stream",
                numbers -> numbers.status().replicas(),
                (replica, out) -> out.add(value.applyAsLong(replica), replica.stream()));
    }

    /** Reads times of copied streams, in seconds, if they are known. */
    static MetricReader replicaSeconds(ToLongFunction<ReplicaStatus> valueMs) {
        return ofAll(
                "stream",
                numbers -> numbers.status().replicas(),
                (replica, out) -> addTime(out, valueMs.applyAsLong(replica), replica.stream()));
    }

    static MetricReader peers(ToLongFunction<PeerStatistics> value) {
        return ofAll(
                "node",
                StoreNumbers::peers,
                (peer, out) -> out.add(value.applyAsLong(peer), Integer.toString(peer.node())));
    }

    /** Reads what carries the reads of other nodes' graphs, with the reason as a label. */
    static MetricReader peerFabrics() {
        return ofAll(
                "node, fabric, reason",
                StoreNumbers::peers,
                (peer, out) -> addFabric(out, Integer.toString(peer.node()), peer.fabric()));
    }

    private static void addFabric(MetricSamples out, String node, FabricUse use) {
        if (use != null) {
            String reason = use.reason();
            out.add(
                    1,
                    node,
                    use.fabric(),
                    reason.substring(0, Math.min(reason.length(), REASON_CHARS_MAX)));
        }
    }

    /** Reads what requests to other nodes cost, in seconds. */
    static MetricReader peerSeconds(ToDoubleFunction<RequestCosts> valueNs) {
        return ofAll(
                "node",
                StoreNumbers::peers,
                (peer, out) ->
                        out.add(
                                valueNs.applyAsDouble(peer.costs()) / NS_PER_SECOND,
                                Integer.toString(peer.node())));
    }

    static MetricReader queries(ToLongFunction<QueryStatus> value) {
        return ofAll(
                "query",
                numbers -> numbers.status().queries(),
                (query, out) -> out.add(value.applyAsLong(query), query.name()));
    }

    /** Reads times of queries, in seconds, if they are known. */
    static MetricReader querySeconds(ToLongFunction<QueryStatus> valueMs) {
        return ofAll(
                "query",
                numbers -> numbers.status().queries(),
                (query, out) -> addTime(out, valueMs.applyAsLong(query), query.name()));
    }

    static MetricReader queryLatencies() {
        return ofAll(
                "quantile, query",
                numbers -> numbers.status().queries(),
                (query, out) -> {
                    out.add(query.p50Us() / US_PER_SECOND, "0.5", query.name());
                    out.add(query.p99Us() / US_PER_SECOND, "0.99", query.name());
                    out.add(query.maxUs() / US_PER_SECOND, "1", query.name());
                });
    }

    static MetricReader updateLatencies() {
        return new MetricReader(
                "quantile",
                (numbers, out) -> {
                    out.add(numbers.updates().p50Us() / US_PER_SECOND, "0.5");
                    out.add(numbers.updates().p99Us() / US_PER_SECOND, "0.99");
                    out.add(numbers.updates().maxUs() / US_PER_SECOND, "1");
                });
    }

    /** Reads a number of each part that has a limit. */
    static MetricReader parts(ToLongFunction<CapacityUse> value) {
        return ofAll(
                "part",
                StoreNumbers::capacity,
                (part, out) -> out.add(value.applyAsLong(part), part.part()));
    }

    /** Reads how many queries, streams and so on have no samples. */
    static MetricReader leftOut() {
        return each("kind")
                .of("queries", n -> leftOut(n.status().queries()))
                .of("streams", n -> leftOut(n.status().streams()))
                .of("changelogs", n -> leftOut(n.status().changelogs()))
                .of("replicas", n -> leftOut(n.status().replicas()));
    }

    private static int leftOut(List<?> all) {
        return Math.max(0, all.size() - HttpLimits.METRIC_ENTITY_COUNT_MAX);
    }

    /** Reads a number of the log, if the store keeps one and the number is known. */
    static MetricReader log(Function<LogStatistics, Number> value) {
        return known(StoreNumbers::log, value);
    }

    /** Reads a number of the copy, if the store keeps one and the number is known. */
    static MetricReader copy(Function<CopyStatistics, Number> value) {
        return known(StoreNumbers::copy, value);
    }

    private static <T> MetricReader known(
            Function<StoreNumbers, T> part, Function<T, Number> value) {
        return new MetricReader(
                "",
                (numbers, out) -> {
                    T from = part.apply(numbers);
                    Number known = from == null ? null : value.apply(from);
                    if (known != null) {
                        out.add(known.doubleValue());
                    }
                });
    }

    /** Reads how far the log is, a sample for each step of a record's way. */
    static MetricReader logPositions() {
        return new MetricReader(
                "step",
                (numbers, out) -> {
                    LogStatus log = numbers.status().log();
                    if (log != null) {
                        out.add(log.appendedPosition(), "appended");
                        out.add(log.writtenPosition(), "written");
                        out.add(log.durablePosition(), "durable");
                    }
                });
    }

    private static <T> MetricReader ofAll(
            String labels,
            Function<StoreNumbers, List<T>> all,
            BiConsumer<T, MetricSamples> samples) {
        return new MetricReader(
                labels,
                (numbers, out) ->
                        all.apply(numbers).stream()
                                .limit(HttpLimits.METRIC_ENTITY_COUNT_MAX)
                                .forEach(each -> samples.accept(each, out)));
    }

    private static void addTime(MetricSamples out, long ms, String name) {
        if (ms != Long.MIN_VALUE && ms != Long.MAX_VALUE) {
            out.add(ms / MS_PER_SECOND, name);
        }
    }
}
