package org.wukongs.store.stream;

import java.util.function.LongConsumer;
import org.wukongs.id.Keys;

/**
 * The index of one stream's recent past, from which every window is read (docs/adr/0008).
 *
 * <p>In time order: a tuple knows the previous one with the same [s|p|OUT], with the same [o|p|IN]
 * and with the same triple; tables lead from a key to its newest tuple, lists to the tuples of a
 * predicate. A window is an interval of positions; its tuples are found by going back from the
 * newest one, whatever the window's range and step. Invariant: each position below {@code stable}
 * that is not reclaimed is in its predicate's list and, from {@code indexedFrom} on, in the chains
 * of its key, of its object's key and of its triple.
 *
 * <p>A ring may keep many more tuples than the windows have that queries read now, for readers to
 * come. The tables lead to those of the windows only, so that they stay small; a window that begins
 * earlier has them made anew, for all tuples in the ring.
 *
 * <p>The index exists only while {@link #attach attached}. Otherwise the ring alone keeps the
 * tuples, so that a query sees those that came before its registration. Written by the store agent.
 */
public final class StreamIndex {

    private final StreamRing ring;
    private final TransientMemory memory;
    private final TupleBlock block = new TupleBlock();
    private int attachedCount;
    private KeyTable[] tables;
    private PidPositions pids;
    // the first position of the current generation, and of the old one
    private long currentFrom;
    private long indexedFrom;
    private IndexTables published;
    private volatile long stable;

    public StreamIndex(StreamRing ring, TransientMemory memory) {
        this.ring = ring;
        this.memory = memory;
    }

    // Writing

    /**
     * Adds a query that reads the stream; the first one makes the index, of all tuples in the ring.
     */
    public void attach() {
        if (attachedCount++ > 0) {
            return;
        }
        make();
    }

    private void make() {
        pids = new PidPositions(memory);
        tables = new KeyTable[KeyKind.COUNT];
        for (int kind = 0; kind < tables.length; kind++) {
            tables[kind] = new KeyTable(kind, ring, memory);
        }
        currentFrom = ring.tail();
        indexedFrom = ring.tail();
        index(ring.tail(), ring.end());
        publish();
    }

    /** Removes a query that reads the stream; the last one drops the index. */
    public void detach() {
        if (--attachedCount > 0) {
            return;
        }
        free();
        tables = null;
        pids = null;
        published = null;
    }

    private void free() {
        for (KeyTable table : tables) {
            table.free();
        }
        pids.free();
    }

    public boolean attached() {
        return attachedCount > 0;
    }

    /** Closes batches up to {@code batch}: their tuples become visible to windows. */
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
                if (block.isRemoval(i)) {
                    pids.appendRemoval(position + i, ring.tail());
                }
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
        expectWindowsFrom(ring.tail());
    }

    /** Drops the tuples before {@code timeMs}, which no reader holds. */
    public void reclaimBelowMs(long timeMs) {
        ring.reclaimBelowMs(timeMs);
        expectWindowsFrom(ring.tail());
    }

    /**
     * No window that begins before {@code timeMs} is being read, and none is expected, although its
     * tuples may be kept.
     */
    public void expectWindowsFromMs(long timeMs) {
        if (attached()) {
            expectWindowsFrom(ring.positionAt(timeMs));
        }
    }

    /**
     * Drops the old generation if windows that begin at {@code position} do not need it, and begins
     * another one if half of the current one is not needed either. So one table is enough for half
     * of the time.
     */
    private void expectWindowsFrom(long position) {
        if (!attached() || position < currentFrom || ring.end() == currentFrom) {
            return;
        }
        boolean isHalf = position - currentFrom >= ring.end() - position;
        if (!isHalf && indexedFrom == currentFrom) {
            return;
        }
        for (KeyTable table : tables) {
            table.dropOld();
            if (isHalf) {
                table.rotate();
            }
        }
        pids.reclaimBelow(ring.tail());
        indexedFrom = currentFrom;
        if (isHalf) {
            currentFrom = ring.end();
        }
        publish();
    }

    /** Hands on the predicates that have lists; the store agent only. */
    public void forEachPid(LongConsumer consumer) {
        if (attached()) {
            for (PositionList list : pids.all()) {
                consumer.accept(list.pid());
            }
        }
    }

    // Reading

    /** Returns the position after the newest one that windows may have. */
    public long stable() {
        return stable;
    }

    /** Returns the first stable position with an event time of at least {@code timeMs}. */
    public long positionAt(long timeMs) {
        return ring.positionAt(timeMs);
    }

    /** Returns the window [fromMs, toMs) of stable tuples. The store agent only. */
    public WindowView window(long fromMs, long toMs) {
        return range(positionAt(fromMs), positionAt(toMs));
    }

    /**
     * Returns the window of the tuples [from, to), which must be stable and not reclaimed. The
     * store agent only.
     */
    public WindowView range(long from, long to) {
        if (!attached()) {
            throw new IllegalStateException("no query reads the stream, it has no index");
        }
        if (from < indexedFrom) {
            // windows that are being read stay: their tuples get the same distances to each other
            free();
            make();
        }
        return published.view(ring, from, Math.max(from, to));
    }
}
