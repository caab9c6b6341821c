package org.wukongs.store.stream;

import java.util.function.LongConsumer;
import org.wukongs.id.Keys;

/**
 * The index of one stream's recent past, from which every window is read (docs/adr/0008).
 *
 * <p>In time order: a tuple knows the one before it with the same [s|p|OUT], with the same [o|p|IN]
 * and with the same triple; tables lead from a key to its newest tuple, lists to the tuples of a
 * predicate. A window is an interval of positions, and what lies in it is found by going back from
 * the newest one, whatever its range and step. Invariants, for positions that are not reclaimed:
 * each one below {@code stable} is reached by the chain of its key, of its object's key, of its
 * triple and by its predicate's list.
 *
 * <p>While {@link #attach attached}; the ring alone keeps what comes meanwhile, so that a query
 * sees the tuples that came before it was registered. Written by the store agent.
 */
public final class StreamIndex {

    private final StreamRing ring;
    private final TransientMemory memory;
    private final TupleBlock block = new TupleBlock();
    private int attachedCount;
    private KeyTable[] tables;
    private PidPositions pids;
    // the first position of the current generation
    private long currentFrom;
    // what readers see; owner: the store agent
    private volatile IndexTables published;
    private volatile long stable;

    public StreamIndex(StreamRing ring, TransientMemory memory) {
        this.ring = ring;
        this.memory = memory;
    }

    // Writing

    /** One more query reads the stream; the first has what the ring still holds indexed. */
    public void attach() {
        if (attachedCount++ > 0) {
            return;
        }
        pids = new PidPositions(memory);
        tables = new KeyTable[KeyKind.COUNT];
        for (int kind = 0; kind < tables.length; kind++) {
            tables[kind] = new KeyTable(kind, ring, memory);
        }
        currentFrom = ring.tail();
        index(ring.tail(), ring.end());
        publish();
    }

    /** One query less; after the last one the index is gone. */
    public void detach() {
        if (--attachedCount > 0) {
            return;
        }
        for (KeyTable table : tables) {
            table.free();
        }
        pids.free();
        tables = null;
        pids = null;
        published = null;
    }

    public boolean attached() {
        return attachedCount > 0;
    }

    /** Batches up to {@code batch} are closed: their tuples come into windows. */
    public void close(long batch) {
        long from = ring.end();
        ring.close(batch);
        if (attached()) {
            index(from, ring.end());
        }
        publish();
    }

    private void index(long from, long to) {
        long position = from;
        while (position < to) {
            int count = block.load(ring, position, to);
            for (KeyTable table : tables) {
                table.ensure(count);
                table.putAll(position, block);
            }
            for (int i = 0; i < count; i++) {
                pids.append(Keys.pid(block.key(KeyKind.OUT, i)), position + i, ring.tail());
            }
            position += count;
        }
    }

    private void publish() {
        published = attached() ? IndexTables.of(tables, currentFrom, pids) : null;
        stable = ring.end();
    }

    /** Drops the tuples before {@code position}, which no reader holds. */
    public void reclaimBelow(long position) {
        ring.reclaimBelow(position);
        rotate();
    }

    /** Drops the tuples before {@code timeMs}, which no reader holds. */
    public void reclaimBelowMs(long timeMs) {
        ring.reclaimBelowMs(timeMs);
        rotate();
    }

    private void rotate() {
        if (!attached() || ring.tail() < currentFrom || ring.end() == currentFrom) {
            return;
        }
        for (KeyTable table : tables) {
            table.rotate();
        }
        currentFrom = ring.end();
        publish();
    }

    /** Hands on the predicates of which there are lists; the store agent only. */
    public void forEachPid(LongConsumer consumer) {
        if (attached()) {
            for (PositionList list : pids.all()) {
                consumer.accept(list.pid());
            }
        }
    }

    // Reading

    /** The position behind the newest one that windows may hold. */
    public long stable() {
        return stable;
    }

    /** The first stable position with an event time of at least {@code timeMs}. */
    public long positionAt(long timeMs) {
        return ring.positionAt(timeMs);
    }

    /** The window [fromMs, toMs) of the tuples that are stable. */
    public WindowView window(long fromMs, long toMs) {
        return range(positionAt(fromMs), positionAt(toMs));
    }

    /** The window of the tuples [from, to), which are stable and not reclaimed. */
    public WindowView range(long from, long to) {
        IndexTables tablesNow = published;
        if (tablesNow == null) {
            throw new IllegalStateException("no query reads the stream, it has no index");
        }
        return new WindowView(ring, tablesNow, from, Math.max(from, to));
    }
}
