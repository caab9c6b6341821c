package org.wukongs.flink.source;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.flink.annotation.Internal;
import org.apache.flink.api.connector.source.ReaderInfo;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.util.FlinkRuntimeException;
import org.wukongs.client.StoreAddress;
import org.wukongs.error.WukongsException;
import org.wukongs.flink.common.RefusedException;
import org.wukongs.flink.common.StoreConnector;

/**
 * Registers a source's queries and assigns each split to one reader, on the host of the split's
 * store node if there is one ({@link ReaderChoice}). Splits that restored readers report are
 * assigned anew, as the number and hosts of readers may have changed. {@link SplitPlaces} ensures
 * that a split has one reader.
 *
 * <p>Splits are assigned when all readers are registered, and only to readers that have not been
 * told since their start that no more splits come: a reader that was told may have finished. Each
 * split that waits came with such a reader, or is assigned in the first round. Owned by Flink's
 * coordinator thread; registration runs in its worker thread.
 */
@Internal
final class QueryEnumerator implements SplitEnumerator<QuerySplit, QueryEnumeratorState> {

    private final SplitEnumeratorContext<QuerySplit> context;
    private final StoreConnector store;
    private final QueryRegistration registration;
    private final Set<String> knownSplits;
    private final boolean bounded;
    private final SplitPlaces places = new SplitPlaces();
    private final Set<Integer> told = new HashSet<>();
    private final Map<String, String> nodes = new HashMap<>(); // of splits, by id
    private final Map<String, Set<String>> hostNames = new HashMap<>(); // by node
    private boolean registered;

    QueryEnumerator(
            SplitEnumeratorContext<QuerySplit> context,
            StoreConnector store,
            QueryRegistration registration,
            boolean bounded,
            QueryEnumeratorState state) {
        this.context = context;
        this.store = store;
        this.registration = registration;
        this.bounded = bounded;
        this.knownSplits = new LinkedHashSet<>(state.knownSplits());
        state.unassigned().forEach(places::offer);
    }

    @Override
    public void start() {
        context.metricGroup().setUnassignedSplitsGauge(() -> (long) places.waitingCount());
        Set<String> restored = Set.copyOf(knownSplits);
        context.callAsync(() -> registered(restored), this::onRegistered);
    }

    /**
     * What the store says of a source.
     *
     * @param hostNames names and addresses of the hosts of the splits' nodes, by node
     */
    record Registered(List<QuerySplit> splits, Map<String, Set<String>> hostNames) {}

    private Registered registered(Set<String> restored) {
        List<QuerySplit> splits = registration.register(store, restored);
        Map<String, Set<String>> names = new HashMap<>();
        for (QuerySplit split : splits) {
            names.computeIfAbsent(split.node(), QueryEnumerator::namesOfHost);
        }
        return new Registered(splits, names);
    }

    private static Set<String> namesOfHost(String node) {
        return ReaderChoice.namesOf(StoreAddress.parse(node).host());
    }

    @Override
    public void addReader(int subtask) {
        restart(
                subtask,
                context.registeredReaders().get(subtask).getReportedSplitsOnRegistration());
    }

    @Override
    public void addSplitsBack(List<QuerySplit> splits, int subtask) {
        restart(subtask, splits);
    }

    private void restart(int subtask, List<QuerySplit> splits) {
        told.remove(subtask);
        places.reset(subtask);
        for (QuerySplit split : splits) {
            knownSplits.add(split.splitId());
            places.offer(split);
        }
        assign();
    }

    @Override
    public void handleSplitRequest(int subtask, String requesterHost) {
        // Splits are pushed: a split keeps its reader while the job runs.
    }

    @Override
    public QueryEnumeratorState snapshotState(long checkpointId) {
        return new QueryEnumeratorState(List.copyOf(knownSplits), places.waiting());
    }

    @Override
    public void close() {
        // Registration closes its client itself.
    }

    private void onRegistered(Registered known, Throwable error) {
        if (error != null) {
            Throwable cause =
                    error instanceof WukongsException e ? RefusedException.ifRefused(e) : error;
            throw new FlinkRuntimeException("the source's queries could not be registered", cause);
        }
        hostNames.putAll(known.hostNames());
        for (QuerySplit split : known.splits()) {
            nodes.put(split.splitId(), split.node());
            if (knownSplits.add(split.splitId())) {
                places.offer(split);
            }
        }
        registered = true;
        assign();
    }

    private void assign() {
        Map<Integer, ReaderInfo> readers = new TreeMap<>(context.registeredReaders());
        if (!registered || readers.size() < context.currentParallelism()) {
            return;
        }
        checkNoneMissing();
        readers.keySet().removeAll(told);
        for (QuerySplit split : places.waiting()) {
            int subtask = readerOf(split, readers);
            places.assign(split, subtask);
            context.assignSplit(split.at(node(split)), subtask);
        }
        for (int subtask : readers.keySet()) {
            told.add(subtask);
            context.signalNoMoreSplits(subtask);
        }
    }

    /** In an unbounded source, a split that neither waits nor is read would never be read again. */
    private void checkNoneMissing() {
        Set<String> missing = bounded ? Set.of() : places.missing(knownSplits);
        if (!missing.isEmpty()) {
            throw new RefusedException(
                    "the restored state has queries without a position, such as those read"
                            + " to their end: start without state, or with another operator id: splits="
                            + missing);
        }
    }

    /** The node that has the split now; a checkpoint may be older than its address. */
    private String node(QuerySplit split) {
        return nodes.getOrDefault(split.splitId(), split.node());
    }

    private int readerOf(QuerySplit split, Map<Integer, ReaderInfo> readers) {
        Map<Integer, String> locations = new TreeMap<>();
        readers.forEach((subtask, reader) -> locations.put(subtask, reader.getLocation()));
        Set<String> names = hostNames.getOrDefault(node(split), Set.of());
        return ReaderChoice.of(names, locations, places::countOf);
    }
}
