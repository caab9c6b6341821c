package org.wukongs.store.coordinator;

import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.wukongs.store.inject.StreamState;
import org.wukongs.stream.StreamAdaptor;
import org.wukongs.stream.StreamDefinition;

/**
 * Local_VTS, Stable_VTS and Stable_SN of a store of one node (Wukong+S, SOSP'17, section 4.3).
 *
 * <p>On one node Local_VTS is Stable_VTS, and the SN–VTS plan is drawn from actual progress: a
 * batch is absorbed as soon as all writers closed it, and what was absorbed since the last {@link
 * #publish} becomes visible under the next SN. Invariants: Stable_SN and every entry of Stable_VTS
 * never go back. Owned by the store agent, but for {@link #publish}, which any thread may call.
 */
public final class Coordinator {

    private record Entry(StreamState state, StreamProgress progress) {}

    private final Map<String, Entry> streams = new TreeMap<>();
    private volatile long stableSn; // guarded by this, for writing
    private boolean changed; // guarded by this
    private long version;

    public void addStream(StreamState state) {
        String name = state.definition().name();
        streams.put(name, new Entry(state, new StreamProgress(name)));
    }

    public void dropStream(String name) {
        streams.remove(name);
    }

    public StreamProgress progress(String stream) {
        return streams.get(stream).progress();
    }

    public Collection<String> streamNames() {
        return Collections.unmodifiableSet(streams.keySet());
    }

    /** Writer {@code index} of a stream has closed all batches up to {@code batch}. */
    public void closeUpTo(String stream, int index, long batch) {
        Entry entry = streams.get(stream);
        if (entry.progress().closeUpTo(index, batch)) {
            long stable = entry.progress().stableBatch();
            StreamState state = entry.state();
            state.absorbUpTo(stable == StreamAdaptor.END_OF_STREAM ? lastBatch(state) : stable);
            version++;
            if (state.isStored()) {
                markChanged();
            }
        }
    }

    private static long lastBatch(StreamState state) {
        long lastTupleMs = state.lastTupleMs();
        return lastTupleMs == Long.MIN_VALUE
                ? Long.MIN_VALUE
                : state.definition().batchOf(lastTupleMs);
    }

    /** Stored data changed outside any closed batch: a load, or a late timeless tuple. */
    public synchronized void markChanged() {
        changed = true;
    }

    /** What was absorbed becomes visible under the next SN; returns Stable_SN. Any thread. */
    public synchronized long publish() {
        if (changed) {
            stableSn++;
            changed = false;
        }
        return stableSn;
    }

    /** As {@link #publish}, under a given SN, which must not go back. */
    public synchronized void publishAs(long sn) {
        if (sn < stableSn) {
            throw new IllegalStateException("Stable_SN goes back: from=" + stableSn + " to=" + sn);
        }
        stableSn = sn;
        changed = false;
    }

    public long stableSn() {
        return stableSn;
    }

    /** Rises whenever Stable_VTS moves. */
    public long version() {
        return version;
    }

    /**
     * Event time up to which a stream is stable: {@code Long.MIN_VALUE} before its first closed
     * batch, {@code Long.MAX_VALUE} after its end.
     */
    public long stableMs(String stream) {
        Entry entry = streams.get(stream);
        long batch = entry.progress().stableBatch();
        if (batch == StreamAdaptor.NO_BATCH || batch == StreamAdaptor.END_OF_STREAM) {
            return batch;
        }
        StreamDefinition definition = entry.state().definition();
        return definition.batchEndMs(batch);
    }
}
