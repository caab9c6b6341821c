package org.wukongs.store.changelog;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.wukongs.client.StoreStatus.ChangelogStatus;
import org.wukongs.store.graph.ChangeObserver;
import org.wukongs.store.graph.NetChanges;
import org.wukongs.store.graph.StoredGraph;
import org.wukongs.store.graph.TripleBuffer;

/**
 * The changes of one graph and the readers that want them. The store agent's thread.
 *
 * <p>Invariant: the entries after a snapshot s ≥ {@link #fromSnapshot} are all changes from s to
 * the newest stable snapshot.
 */
final class GraphChangelog implements ChangeObserver {

    /** Bytes of an entry besides its changes: its objects and its place in the map. */
    private static final int ENTRY_BYTES = 160;

    /** A reader's place, kept while it is gone. */
    private static final class LogReader {

        private long releasedSnapshot;
        private long askedNs;

        LogReader(long releasedSnapshot, long askedNs) {
            this.releasedSnapshot = releasedSnapshot;
            this.askedNs = askedNs;
        }
    }

    private final String name;
    private final StoredGraph graph;
    private final long pendingRowsMax;
    private final Map<String, LogReader> readers = new HashMap<>();
    private final TreeMap<Long, ChangelogEntry> entries = new TreeMap<>(); // by snapshot
    private long fromSnapshot;
    private long changeCount;
    // changes whose snapshot is not stable yet
    private final List<TripleBuffer> pendingRemoved = new ArrayList<>();
    private final List<TripleBuffer> pendingAdded = new ArrayList<>();
    private long pendingRows;
    private boolean pendingLost;

    /** Begins after the stable snapshot, between snapshots. */
    GraphChangelog(String name, StoredGraph graph, long stableSnapshot, long memoryMaxBytes) {
        this.name = name;
        this.graph = graph;
        this.fromSnapshot = stableSnapshot;
        this.pendingRowsMax =
                Math.min(NetChanges.ROW_COUNT_MAX, memoryMaxBytes / NetChanges.ROW_BYTES);
        graph.observe(this);
    }

    StoredGraph graph() {
        return graph;
    }

    /** Ends the changelog: the graph is no longer observed. */
    void end() {
        graph.observe(null);
    }

    // Changes

    @Override
    public long rowsMax() {
        return pendingRowsMax - pendingRows;
    }

    @Override
    public void changed(boolean removed, TripleBuffer triples) {
        if (triples == null || triples.size() > rowsMax()) {
            clearPending();
            pendingLost = true;
        }
        if (pendingLost) {
            return;
        }
        (removed ? pendingRemoved : pendingAdded).add(triples);
        pendingRows += triples.size();
    }

    private void clearPending() {
        pendingRemoved.clear();
        pendingAdded.clear();
        pendingRows = 0;
    }

    /** What has changed until now is stable with this snapshot. */
    void publish(long snapshot) {
        if (pendingLost) {
            pendingLost = false;
            entries.clear();
            changeCount = 0;
            fromSnapshot = snapshot;
        } else if (pendingRows > 0) {
            NetChanges changes = NetChanges.of(pendingRemoved, pendingAdded);
            clearPending();
            if (changes.size() > 0) {
                if (entries.put(snapshot, new ChangelogEntry(snapshot, changes)) != null) {
                    throw new IllegalStateException("a snapshot comes again: sn=" + snapshot);
                }
                changeCount += changes.size();
            }
        }
    }

    long memoryBytes() {
        return changeCount * NetChanges.ROW_BYTES + (long) entries.size() * ENTRY_BYTES;
    }

    /** Returns the first snapshot after which all changes are there. */
    long fromSnapshot() {
        return fromSnapshot;
    }

    /** Returns the entries after a snapshot, at most {@code countMax}. */
    List<ChangelogEntry> after(long snapshot, int countMax) {
        List<ChangelogEntry> found = new ArrayList<>();
        for (ChangelogEntry entry : entries.tailMap(snapshot, false).values()) {
            if (found.size() == countMax) {
                break;
            }
            found.add(entry);
        }
        return found;
    }

    /** Adds the changes of all entries. */
    void addUnreleased(List<NetChanges> unreleased) {
        entries.values().forEach(entry -> unreleased.add(entry.changes()));
    }

    /** Drops the oldest entry, to make room; there must be one. */
    void dropOldest() {
        ChangelogEntry oldest = entries.pollFirstEntry().getValue();
        changeCount -= oldest.changes().size();
        fromSnapshot = oldest.snapshot();
    }

    // Readers

    boolean hasReader(String reader) {
        return readers.containsKey(reader);
    }

    int readerCount() {
        return readers.size();
    }

    /** Adds a reader that begins; one that begins again keeps what it has not released. */
    void begin(String reader, long stableSnapshot, long nowNs) {
        LogReader there =
                readers.computeIfAbsent(reader, name -> new LogReader(stableSnapshot, nowNs));
        there.askedNs = nowNs;
    }

    /** Notes that a reader is there, and what it no longer needs. */
    void release(String reader, long snapshot, long nowNs) {
        LogReader there = readers.get(reader);
        there.askedNs = nowNs;
        if (snapshot > there.releasedSnapshot) {
            there.releasedSnapshot = snapshot;
            dropReleased();
        }
    }

    private void dropReleased() {
        long released = Long.MAX_VALUE;
        for (LogReader reader : readers.values()) {
            released = Math.min(released, reader.releasedSnapshot);
        }
        while (!entries.isEmpty() && entries.firstKey() <= released) {
            dropOldest();
        }
    }

    void removeReader(String reader) {
        readers.remove(reader);
        dropReleased();
    }

    /** Removes the readers that have asked for nothing since a time. */
    void removeReadersBefore(long timeNs) {
        if (readers.values().removeIf(reader -> reader.askedNs - timeNs < 0)) {
            dropReleased();
        }
    }

    ChangelogStatus status() {
        return new ChangelogStatus(name, readers.size(), changeCount, memoryBytes(), fromSnapshot);
    }
}
