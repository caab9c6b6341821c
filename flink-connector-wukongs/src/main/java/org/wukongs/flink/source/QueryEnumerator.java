package org.wukongs.flink.source;

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
import org.wukongs.error.WukongsException;
import org.wukongs.flink.common.RefusedException;
import org.wukongs.flink.common.StoreConnector;

/**
 * Registers a source's queries and gives each split to one reader: where readers run on the host of
 * the split's store node, to those in turn, else to all in turn. So are the splits that restored
 * readers report, as there may be another number of readers, on other hosts, than before. {@link
 * SplitPlaces} sees to it that a split has one reader.
 *
 * <p>Splits go out when all readers are there, and to readers only that have not been told since
 * they began that no more will come: one that was told may have finished. Each split that waits has
 * come with such a reader, or will go with the first. Owned by Flink's coordinator thread;
 * registration runs in its worker thread.
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
    private boolean registered;
    private int nextReader;

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
        context.callAsync(() -> registration.register(store, restored), this::onRegistered);
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
        // Splits are pushed: a split has one reader for as long as the job runs.
    }

    @Override
    public QueryEnumeratorState snapshotState(long checkpointId) {
        return new QueryEnumeratorState(List.copyOf(knownSplits), places.waiting());
    }

    @Override
    public void close() {
        // Registration closes its client itself.
    }

    private void onRegistered(List<QuerySplit> splits, Throwable error) {
        if (error != null) {
            Throwable cause =
                    error instanceof WukongsException e ? RefusedException.ifRefused(e) : error;
            throw new FlinkRuntimeException("the source's queries could not be registered", cause);
        }
        for (QuerySplit split : splits) {
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
            context.assignSplit(split, subtask);
        }
        for (int subtask : readers.keySet()) {
            told.add(subtask);
            context.signalNoMoreSplits(subtask);
        }
    }

    /** Where nothing ends, what neither waits nor is read would be read no more. */
    private void checkNoneMissing() {
        Set<String> missing = bounded ? Set.of() : places.missing(knownSplits);
        if (!missing.isEmpty()) {
            throw new RefusedException(
                    "the restored state has queries without a position, as those that were read to"
                            + " their end: start without state, or with another operator id:"
                            + " splits="
                            + missing);
        }
    }

    private int readerOf(QuerySplit split, Map<Integer, ReaderInfo> readers) {
        String host = store.node(split.node()).host();
        List<Integer> all = List.copyOf(readers.keySet());
        List<Integer> local =
                all.stream().filter(r -> host.equals(readers.get(r).getLocation())).toList();
        List<Integer> candidates = local.isEmpty() ? all : local;
        return candidates.get(nextReader++ % candidates.size());
    }
}
