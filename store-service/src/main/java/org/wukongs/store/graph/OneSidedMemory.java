package org.wukongs.store.graph;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.wukongs.error.WukongsException;
import org.wukongs.store.fabric.FabricCounts;
import org.wukongs.store.fabric.RemoteLostException;
import org.wukongs.store.fabric.RemoteMemory;
import org.wukongs.store.fabric.RemoteReadException;
import org.wukongs.stream.InputLimits;

/**
 * The stored graphs of another node, which this process reads itself, in shared memory or over a
 * network that needs no processor there: that node does nothing for it, and may be stopped. It has
 * to be asked, by a message, to hold a snapshot before that is read here.
 *
 * <p>Nothing that is read is trusted: offsets, lengths, numbers and ways are bounded, and a {@link
 * RemoteReadException} says what is not as it can be. Any thread, between {@link #enter} and {@link
 * #leave}.
 */
public final class OneSidedMemory implements AutoCloseable {

    /** A cycle of damaged heads ends here. */
    private static final int GRAPHS_MAX = 1 << 20;

    private static final int NAME_BYTES_MAX = 3 * InputLimits.NAME_CHARS_MAX;

    /** What the names of all graphs may take here; so many graphs are seldom. */
    private static final long ALL_NAMES_BYTES_MAX = 1L << 26;

    private static final int HEAD_WORDS = GraphDescriptor.NAME_OFFSET / Long.BYTES;

    /** Tables and birth. */
    private static final int TABLES_WORDS =
            (GraphDescriptor.OLDER_OFFSET - GraphDescriptor.TABLES_OFFSET) / Long.BYTES;

    /** Graphs whose tables are known, each in up to 1 MB; few are asked for at a time. */
    private static final int TABLES_MAX = 16;

    /**
     * A page: a cache is worth its time if a round takes as long as reading so much. In shared
     * memory, a row takes three times as long with it.
     */
    private static final int LOCATIONS_ROUND_WORDS_MIN = 512;

    private final RemoteMemory memory;
    private final RemoteHead head;
    private final RemotePredicateSets sets;
    private final Map<String, Long> heads = new ConcurrentHashMap<>(); // by name of a graph
    private final AtomicLong newestTables = new AtomicLong(KnownTables.NOT_KEPT);
    private final LocationCache locations; // null if a round is cheap
    private volatile Map<Long, KnownTables> tables = new ConcurrentHashMap<>(); // by graph's head
    private long namesBytes; // of those that were read; guarded by this
    private volatile long newestKnown; // head of the newest of them; guarded by this for writing

    private OneSidedMemory(RemoteMemory memory, RemoteHead head, FabricCounts counts) {
        this.memory = memory;
        this.head = head;
        this.sets = new RemotePredicateSets(head);
        boolean isRoundDear = memory.roundWords() >= LOCATIONS_ROUND_WORDS_MIN;
        this.locations = isRoundDear ? new LocationCache(counts) : null;
    }

    /**
     * Maps the memory that a node offers.
     *
     * @param directory where nodes of this host share memory
     * @throws WukongsException USER with the reason if it cannot be read here
     */
    public static OneSidedMemory open(SharedMemoryOffer offer, Path directory) {
        return over(MappedMemory.open(offer.file(), directory), offer, FabricCounts.NONE);
    }

    /**
     * Takes a memory that was opened, which is closed with this one or if it is not what a node
     * offers.
     *
     * @param counts is told how often locations were known
     * @throws WukongsException USER with the reason if it cannot be read here
     */
    public static OneSidedMemory over(
            RemoteMemory memory, SharedMemoryOffer offer, FabricCounts counts) {
        RemoteHead head = new RemoteHead(memory, offer);
        boolean isSound = false;
        boolean entered = memory.enter();
        try {
            if (!entered) {
                throw WukongsException.user("the memory is closed");
            }
            head.check();
            isSound = true;
            return new OneSidedMemory(memory, head, counts);
        } catch (RemoteLostException e) {
            throw new WukongsException(WukongsException.Category.USER, e.getMessage(), e);
        } finally {
            if (entered) {
                memory.leave();
            }
            if (!isSound) {
                memory.close();
            }
        }
    }

    /** Begins to read; returns false if it is closed, or if as many read it as can. */
    public boolean enter() {
        return memory.enter();
    }

    /** Returns whether nobody can read it any longer. */
    public boolean isClosed() {
        return memory.isClosed();
    }

    /** Ends reading: to be called once after {@link #enter} has returned true. */
    public void leave() {
        memory.leave();
    }

    /**
     * Returns whether what was read since {@link #enter} counts: the owner still holds the
     * snapshot, as it was asked to, and has not told readers of it to give up.
     */
    public boolean counts(long sn) {
        return head.counts(sn);
    }

    /**
     * Returns a graph at a snapshot that the owner holds. One of a name that the owner does not
     * have is empty: its head would have been published before its first snapshot with triples.
     * Between {@link #enter} and {@link #leave}.
     */
    public OneSidedGraph graph(String name, long sn) {
        Long known = heads.get(name);
        if (known == null) {
            if (head.newestGraph() != newestKnown) {
                learnGraphs();
            }
            known = heads.get(name); // also what another thread has learned meanwhile
        }
        KnownTables of = known == null ? null : tables(known, sn);
        return new OneSidedGraph(memory, sets, locations, of, sn);
    }

    /** Returns what is known of a graph's tables, for all readers of the newest snapshot. */
    private KnownTables tables(long graph, long sn) {
        Map<Long, KnownTables> all = tables; // those that are forgotten meanwhile stay so
        KnownTables known = all.get(graph);
        if (known != null && known.sn() == sn) {
            return known;
        }
        long[] words = new long[TABLES_WORDS];
        memory.range(graph + GraphDescriptor.TABLES_OFFSET, TABLES_WORDS, words, 0);
        if (known != null && known.sn() > sn) {
            return new KnownTables(KnownTables.NOT_KEPT, sn, words);
        }
        KnownTables read = new KnownTables(newestTables.incrementAndGet(), sn, words);
        if (all.size() >= TABLES_MAX) {
            all.clear();
        }
        all.put(graph, read);
        return read;
    }

    /**
     * Forgets where anything is. To be called before the owner is asked to hold a snapshot that it
     * may have held before and given back: what was found then may be something else now.
     */
    public void forget() {
        tables = new ConcurrentHashMap<>();
    }

    /** Goes from the newest graph to those that are known already. */
    private synchronized void learnGraphs() {
        long newest = head.newestGraph();
        long[] words = new long[HEAD_WORDS];
        long graph = newest;
        for (int count = 0; graph != newestKnown; count++) {
            RemoteReadException.check("graphs", count, 0, GRAPHS_MAX);
            memory.range(graph, HEAD_WORDS, words, 0);
            heads.putIfAbsent(name(graph, words), graph);
            graph = words[GraphDescriptor.OLDER_OFFSET / Long.BYTES];
        }
        newestKnown = newest;
    }

    private String name(long graph, long[] words) {
        int bytes =
                (int)
                        RemoteReadException.check(
                                "bytes of a graph's name",
                                words[GraphDescriptor.NAME_BYTES_OFFSET / Long.BYTES],
                                0,
                                NAME_BYTES_MAX);
        namesBytes += bytes;
        RemoteReadException.check("bytes of all names", namesBytes, 0, ALL_NAMES_BYTES_MAX);
        int count = (bytes + Long.BYTES - 1) / Long.BYTES;
        long[] read = new long[count];
        memory.range(graph + GraphDescriptor.NAME_OFFSET, count, read, 0);
        ByteBuffer name = ByteBuffer.allocate(count * Long.BYTES).order(ByteOrder.nativeOrder());
        name.asLongBuffer().put(read);
        return new String(name.array(), 0, bytes, StandardCharsets.UTF_8);
    }

    /** Ends the memory; it is unmapped when the last one has left. */
    @Override
    public void close() {
        memory.close();
    }
}
