package org.wukongs.store.graph;

import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicLongArray;
import org.wukongs.id.IdHash;
import org.wukongs.id.Keys;
import org.wukongs.store.fabric.FabricCounts;

/**
 * Where the lists of hot vertices of another node's memory are (the location cache of Wukong,
 * OSDI'16, section 4.2): for a key, its value without mark at a snapshot, the length there, and the
 * first words of the list. A key that is found takes none of the rounds for directory word, value
 * and start.
 *
 * <p>Nothing in a record says whether its block is still that record, nor does it have to: an entry
 * names the {@link KnownTables} of its readers, which stand for one graph, one snapshot and one
 * time for which the owner holds that snapshot. As long as it does, it frees no block that a reader
 * has found, and what a snapshot has does not change. Readers of another snapshot, or of one that
 * is held anew, have other tables, and find nothing.
 *
 * <pre>
 *  entry (128 B): version · tables · key · value · length · 8 words of the list · touched · 2 unused
 * </pre>
 *
 * <p>Invariant: {@link #ENTRIES} entries, whatever is read. A key has {@link #WAYS} places, so that
 * a block of hot rows seldom misses one, which would take all rounds. It takes a place that was not
 * found since the last key that had none: so one pass over many vertices does not drive out those
 * that are read again and again.
 *
 * <p>Publication: the version is odd while an entry is written, by whoever has made it odd; others
 * give up. A reader counts what it has copied if the version was even and is still the same after
 * an acquire fence (as in a seqlock; Boehm, MSPC'12). Any thread.
 */
final class LocationCache {

    /** In 512 KB for each node that is read: all vertices of a hundred light queries. */
    static final int ENTRIES = 1 << 12;

    private static final int WAYS = 8;
    private static final int SETS = ENTRIES / WAYS;

    private static final int VERSION = 0;
    private static final int TABLES = VERSION + 1;
    private static final int KEY = TABLES + 1;
    private static final int VALUE = KEY + 1;
    private static final int LENGTH = VALUE + 1;
    private static final int START = LENGTH + 1;
    private static final int TOUCHED = START + RemoteColumn.START_WORDS;
    private static final int ENTRY_WORDS = 16;

    private final int sets;
    private final AtomicLongArray words;
    private final FabricCounts counts;

    LocationCache(FabricCounts counts) {
        this(SETS, counts);
    }

    /** Makes a cache of another size: a power of two, at least 2, times {@link #WAYS} entries. */
    LocationCache(int sets, FabricCounts counts) {
        this.sets = sets;
        this.words = new AtomicLongArray(sets * WAYS * ENTRY_WORDS);
        this.counts = counts;
    }

    /**
     * Looks for the keys of a column's rows, and returns how many it has found. Their rows have no
     * vertex until {@link #settle}.
     *
     * @param tables of the graph that is read
     */
    int take(KnownTables tables, RemoteColumn column) {
        int found = 0;
        for (int row = 0; row < column.rows; row++) {
            boolean isKnown = isAskable(row, column) && find(tables.number(), row, column);
            column.isKnown[row] = isKnown;
            if (isKnown) {
                column.vids[row] = 0;
                found++;
            }
        }
        counts.addLocations(found, column.rows - found);
        return found;
    }

    /** A predicate that the dictionary does not know, or no vertex, has no key. */
    private static boolean isAskable(int row, RemoteColumn column) {
        return column.vids[row] != 0 && column.pids[row] > 0;
    }

    private static long key(int row, RemoteColumn column) {
        return Keys.key(column.vids[row], column.pids[row], column.directions[row]);
    }

    /** Returns the first place of a key; the others follow. */
    int firstEntry(long tables, long key) {
        return IdHash.slot(IdHash.mix(tables, key), sets) * (WAYS * ENTRY_WORDS);
    }

    /** Looks for the key of a row; returns false if it is not there. */
    private boolean find(long tables, int row, RemoteColumn column) {
        long key = key(row, column);
        int at = firstEntry(tables, key);
        for (int way = 0; way < WAYS; way++) {
            if (isOf(tables, key, at)) {
                return copy(tables, key, at, row, column);
            }
            at += ENTRY_WORDS;
        }
        return false;
    }

    private boolean isOf(long tables, long key, int at) {
        return words.getOpaque(at + KEY) == key && words.getOpaque(at + TABLES) == tables;
    }

    /** Copies an entry to the column's known rows; returns false if it has become another one. */
    private boolean copy(long tables, long key, int at, int row, RemoteColumn column) {
        long version = words.getAcquire(at + VERSION);
        if ((version & 1) != 0 || !isOf(tables, key, at)) {
            return false;
        }
        column.knownValues[row] = words.getOpaque(at + VALUE);
        column.knownLengths[row] = (int) words.getOpaque(at + LENGTH);
        int start = row * RemoteColumn.START_WORDS;
        for (int i = 0; i < RemoteColumn.START_WORDS; i++) {
            column.knownStarts[start + i] = words.getOpaque(at + START + i);
        }
        VarHandle.acquireFence();
        if (words.getOpaque(at + VERSION) != version) {
            return false;
        }
        if (words.getOpaque(at + TOUCHED) == 0) {
            words.setOpaque(at + TOUCHED, 1);
        }
        return true;
    }

    /** Gives known rows what was found, and remembers what the others have been resolved to. */
    void settle(KnownTables tables, RemoteColumn column) {
        for (int row = 0; row < column.rows; row++) {
            if (column.isKnown[row]) {
                int start = row * RemoteColumn.START_WORDS;
                column.values[row] = column.knownValues[row];
                column.lengths[row] = column.knownLengths[row];
                column.heads[row] = column.knownStarts[start];
                System.arraycopy(
                        column.knownStarts, start, column.starts, start, RemoteColumn.START_WORDS);
            } else if (isAskable(row, column)) {
                learn(tables.number(), row, column);
            }
        }
    }

    private void learn(long tables, int row, RemoteColumn column) {
        long key = key(row, column);
        int first = firstEntry(tables, key);
        int stale = -1;
        int untouched = -1;
        for (int way = WAYS - 1; way >= 0; way--) {
            int at = first + way * ENTRY_WORDS;
            if (isOf(tables, key, at)) {
                return; // another row or thread has found it, too
            }
            if (words.getOpaque(at + TABLES) != tables) {
                stale = at;
            } else if (words.getOpaque(at + TOUCHED) == 0) {
                untouched = at;
            }
        }
        int free = stale < 0 ? untouched : stale;
        if (free >= 0) {
            write(tables, key, free, row, column);
            return;
        }
        for (int way = 0; way < WAYS; way++) {
            words.setOpaque(first + way * ENTRY_WORDS + TOUCHED, 0);
        }
    }

    private void write(long tables, long key, int at, int row, RemoteColumn column) {
        long version = words.getOpaque(at + VERSION);
        if ((version & 1) != 0 || !words.compareAndSet(at + VERSION, version, version + 1)) {
            return;
        }
        VarHandle.releaseFence();
        words.setOpaque(at + TABLES, tables);
        words.setOpaque(at + KEY, key);
        words.setOpaque(at + VALUE, column.values[row]);
        words.setOpaque(at + LENGTH, column.lengths[row]);
        int start = row * RemoteColumn.START_WORDS;
        for (int i = 0; i < RemoteColumn.START_WORDS; i++) {
            words.setOpaque(at + START + i, column.starts[start + i]);
        }
        words.setOpaque(at + TOUCHED, 0);
        words.setRelease(at + VERSION, version + 2);
    }
}
