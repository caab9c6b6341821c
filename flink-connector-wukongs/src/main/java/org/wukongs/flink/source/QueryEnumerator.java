package org.wukongs.flink.source;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.annotation.Internal;
import org.apache.flink.api.connector.source.ReaderInfo;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.util.FlinkRuntimeException;
import org.wukongs.flink.common.StoreConnector;

/**
 * Registers a source's queries and gives each split to one reader: where readers run on the host of
 * the split's store node, to those in turn, else to all in turn. So are the splits that restored
 * readers report, as there may be another number of readers, on other hosts, than before. A split
 * that comes back goes to the same subtask again, as others may have finished. Owned by Flink's
 * coordinator thread; registration runs in its worker thread.
 */
@Internal
final class QueryEnumerator implements SplitEnumerator<QuerySplit, QueryEnumeratorState> {

    private final SplitEnumeratorContext<QuerySplit> context;
    private final StoreConnector store;
    private final QueryRegistration registration;
    private final Set<String> knownSplits;
    private final Map<String, QuerySplit> unassigned = new LinkedHashMap<>(); // by id
    private final Map<Integer, List<QuerySplit>> returned = new LinkedHashMap<>();
    private final Set<Integer> told = new HashSet<>();
    private boolean registered;
    private boolean begun; // readers have been given their splits
    private int nextReader;

    QueryEnumerator(
            SplitEnumeratorContext<QuerySplit> context,
            StoreConnector store,
            QueryRegistration registration,
            QueryEnumeratorState state) {
        this.context = context;
        this.store = store;
        this.registration = registration;
        this.knownSplits = new LinkedHashSet<>(state.knownSplits());
        state.unassigned().forEach(this::addUnassigned);
    }

    @Override
    public void start() {
        context.metricGroup().setUnassignedSplitsGauge(() -> (long) unassigned.size());
        Set<String> restored = Set.copyOf(knownSplits);
        context.callAsync(() -> registration.register(store, restored), this::onRegistered);
    }

    @Override
    public void addReader(int subtask) {
        told.remove(subtask);
        List<QuerySplit> restored =
                context.registeredReaders().get(subtask).getReportedSplitsOnRegistration();
        if (begun) {
            addReturned(subtask, restored);
        } else {
            restored.forEach(this::addUnassigned);
        }
        assign();
    }

    @Override
    public void addSplitsBack(List<QuerySplit> splits, int subtask) {
        addReturned(subtask, splits);
        told.remove(subtask);
        if (context.registeredReaders().containsKey(subtask)) {
            assign();
        }
    }

    @Override
    public void handleSplitRequest(int subtask, String requesterHost) {
        // Splits are pushed: a split has one reader for as long as the job runs.
    }

    @Override
    public QueryEnumeratorState snapshotState(long checkpointId) {
        List<QuerySplit> splits = new ArrayList<>(unassigned.values());
        returned.values().forEach(splits::addAll);
        return new QueryEnumeratorState(List.copyOf(knownSplits), splits);
    }

    @Override
    public void close() {
        // Registration closes its client itself.
    }

    private void onRegistered(List<QuerySplit> splits, Throwable error) {
        if (error != null) {
            throw new FlinkRuntimeException("the source's queries could not be registered", error);
        }
        for (QuerySplit split : splits) {
            if (knownSplits.add(split.splitId())) {
                addUnassigned(split);
            }
        }
        registered = true;
        assign();
    }

    private void addUnassigned(QuerySplit split) {
        unassigned.put(split.splitId(), split);
    }

    private void addReturned(int subtask, List<QuerySplit> splits) {
        returned.computeIfAbsent(subtask, s -> new ArrayList<>()).addAll(splits);
    }

    private void assign() {
        Map<Integer, ReaderInfo> readers = context.registeredReaders();
        if (!registered || readers.size() < context.currentParallelism()) {
            return;
        }
        for (QuerySplit split : unassigned.values()) {
            context.assignSplit(split, readerOf(split, readers));
        }
        unassigned.clear();
        begun = true;
        returned.forEach(
                (subtask, splits) -> splits.forEach(split -> context.assignSplit(split, subtask)));
        returned.clear();
        for (int subtask : readers.keySet()) {
            if (told.add(subtask)) {
                context.signalNoMoreSplits(subtask);
            }
        }
    }

    private int readerOf(QuerySplit split, Map<Integer, ReaderInfo> readers) {
        String host = store.node(split.node()).host();
        List<Integer> all = readers.keySet().stream().sorted().toList();
        List<Integer> local =
                all.stream().filter(r -> host.equals(readers.get(r).getLocation())).toList();
        List<Integer> candidates = local.isEmpty() ? all : local;
        return candidates.get(nextReader++ % candidates.size());
    }
}
