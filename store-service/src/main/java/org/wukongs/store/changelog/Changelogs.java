package org.wukongs.store.changelog;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.NanoClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.client.ChangelogClient;
import org.wukongs.client.ChangelogPosition;
import org.wukongs.client.StoreStatus.ChangelogStatus;
import org.wukongs.error.WukongsException;
import org.wukongs.store.graph.NetChanges;
import org.wukongs.store.graph.ReaderEpochs;
import org.wukongs.store.graph.StoredGraph;
import org.wukongs.store.graph.StoredGraphs;

/**
 * The changelogs of all graphs that have readers of their changes (docs/adr/0032). The store
 * agent's thread; a reader's answers are read elsewhere.
 *
 * <p>Writers never wait for a reader: if the changes take too much memory, readers that have been
 * gone for long are dropped first, then the oldest changes. A reader that needs those gets an
 * error.
 */
public final class Changelogs {

    /** 64 KB, some four thousand changes: with less, a single request ends most readers. */
    public static final long MEMORY_MIN_BYTES = 1 << 16;

    /** Readers of all graphs: each costs a look at every release. */
    static final int READER_COUNT_MAX = 1 << 10;

    /** Entries of an answer; most have a few changes. */
    static final int ENTRY_COUNT_MAX = 1 << 10;

    private static final Logger LOG = LoggerFactory.getLogger(Changelogs.class);

    private static final long HEAP_PARTS = 32;
    private static final long MEMORY_MAX_BYTES_DEFAULT = 256 << 20;

    private final StoredGraphs stored;
    private final long memoryMaxBytes;
    private final long readerTimeoutNs;
    private final NanoClock clock;
    private final Map<String, GraphChangelog> logs = new TreeMap<>();
    private long stableSnapshot;

    /**
     * @param memoryMaxBytes heap for the changes of all graphs
     * @param readerTimeoutMs how long a reader may be gone before it may be dropped to make room
     */
    public Changelogs(
            StoredGraphs stored, long memoryMaxBytes, long readerTimeoutMs, NanoClock clock) {
        this.stored = stored;
        this.memoryMaxBytes = memoryMaxBytes;
        this.readerTimeoutNs = TimeUnit.MILLISECONDS.toNanos(readerTimeoutMs);
        this.clock = clock;
    }

    /** Returns a 32nd of the heap, at most 256 MB. */
    public static long memoryMaxBytesDefault() {
        return Math.max(
                MEMORY_MIN_BYTES,
                Math.min(MEMORY_MAX_BYTES_DEFAULT, Runtime.getRuntime().maxMemory() / HEAP_PARTS));
    }

    /** Returns the heap that they may take. */
    public long memoryMaxBytes() {
        return memoryMaxBytes;
    }

    /** All changes until now are stable with this snapshot. */
    public void publish(long snapshot) {
        stableSnapshot = snapshot;
        if (logs.isEmpty()) {
            return;
        }
        logs.values().forEach(log -> log.publish(snapshot));
        if (memoryBytes() > memoryMaxBytes) {
            makeRoom();
        }
    }

    private void makeRoom() {
        long timeNs = clock.nanoTime() - readerTimeoutNs;
        logs.values().forEach(log -> log.removeReadersBefore(timeNs));
        endUnread();
        while (memoryBytes() > memoryMaxBytes) {
            logs.values().stream()
                    .max(Comparator.comparingLong(GraphChangelog::memoryBytes))
                    .orElseThrow()
                    .dropOldest();
        }
    }

    /** Returns the heap that the changes of all graphs take. */
    public long memoryBytes() {
        long bytes = 0;
        for (GraphChangelog log : logs.values()) {
            bytes += log.memoryBytes();
        }
        return bytes;
    }

    private void endUnread() {
        logs.entrySet().removeIf(entry -> endIfUnread(entry.getKey(), entry.getValue()));
    }

    private static boolean endIfUnread(String name, GraphChangelog log) {
        if (log.readerCount() > 0) {
            return false;
        }
        LOG.info("the changelog of a graph ends, it has no reader: graph={}", name);
        log.end();
        return true;
    }

    /**
     * Returns what a reader gets next, to be read and closed by any one thread; null if there is
     * nothing and {@code due} is false. No plan may be running if the reader begins.
     *
     * @throws WukongsException USER if there is no such graph, too many readers, or if the changes
     *     after the position are gone
     */
    public ChangeFetch fetch(ChangesWanted wanted, boolean due) {
        if (wanted.from().isStart()) {
            begin(wanted);
            return ChangeFetch.begun(stableSnapshot);
        }
        GraphChangelog log = checked(wanted);
        log.release(
                wanted.reader(),
                Math.min(wanted.releasedSnapshot(), wanted.from().snapshot()),
                clock.nanoTime());
        ChangelogPosition from = wanted.from();
        List<ChangelogEntry> entries = log.after(from.snapshot(), ENTRY_COUNT_MAX);
        if (entries.isEmpty() && from.isScanned() && !due) {
            return null;
        }
        boolean all = entries.size() < ENTRY_COUNT_MAX;
        long upTo = all ? stableSnapshot : entries.get(entries.size() - 1).snapshot();
        ChangeFetch fetch = new ChangeFetch(from, entries, upTo, stableSnapshot);
        if (all && !from.isScanned()) {
            ReaderEpochs.Reader reader = stored.memory().epochs().newReader();
            fetch.scan(log.graph().at(reader.enter()), reader);
        }
        return fetch;
    }

    /** Ends a reader; does nothing if there is no such reader. */
    public void end(String reader, String graph) {
        GraphChangelog log = logs.get(graph);
        if (log != null) {
            log.removeReader(reader);
            endUnread();
        }
    }

    private void begin(ChangesWanted wanted) {
        GraphChangelog log = logs.get(wanted.graph());
        if (log == null || !log.hasReader(wanted.reader())) {
            checkRoomForReader();
        }
        if (log == null) {
            if (!stored.isKnown(wanted.graph())) {
                throw WukongsException.user("there is no such graph: graph=" + wanted.graph());
            }
            StoredGraph graph = stored.graph(wanted.graph());
            log = new GraphChangelog(wanted.graph(), graph, stableSnapshot, memoryMaxBytes);
            logs.put(wanted.graph(), log);
        }
        log.begin(wanted.reader(), stableSnapshot, clock.nanoTime());
    }

    private void checkRoomForReader() {
        int count = 0;
        for (GraphChangelog log : logs.values()) {
            count += log.readerCount();
        }
        if (count >= READER_COUNT_MAX) {
            throw WukongsException.user(
                    "too many readers of changelogs: readerCountMax=" + READER_COUNT_MAX);
        }
    }

    private GraphChangelog checked(ChangesWanted wanted) {
        GraphChangelog log = logs.get(wanted.graph());
        long from = wanted.from().snapshot();
        if (log == null || !log.hasReader(wanted.reader()) || from > stableSnapshot) {
            throw gone(wanted, "");
        }
        if (from < log.fromSnapshot()) {
            WukongsException gone = gone(wanted, " keptFromSnapshot=" + log.fromSnapshot());
            log.removeReader(wanted.reader());
            endUnread();
            throw gone;
        }
        return log;
    }

    private static WukongsException gone(ChangesWanted wanted, String facts) {
        return WukongsException.user(
                ChangelogClient.CHANGES_GONE
                        + ", begin again; if the reader was too slow or gone for too long, raise"
                        + " --changelog-memory: graph="
                        + wanted.graph()
                        + " snapshot="
                        + wanted.from().snapshot()
                        + facts);
    }

    /** Returns all changes that readers have not released, to be read by any thread. */
    public List<NetChanges> unreleased() {
        List<NetChanges> unreleased = new ArrayList<>();
        logs.values().forEach(log -> log.addUnreleased(unreleased));
        return unreleased;
    }

    /** Returns the state of all changelogs, by graph. */
    public List<ChangelogStatus> status() {
        Collection<GraphChangelog> all = logs.values();
        List<ChangelogStatus> status = new ArrayList<>(all.size());
        all.forEach(log -> status.add(log.status()));
        return status;
    }
}
