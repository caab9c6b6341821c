package org.wukongs.store.graph;

import java.util.Arrays;
import org.wukongs.id.Keys;

/**
 * Merges the rows of one vertex with its record. Changes are written into new blocks, or after the
 * end of lists that have room, and go into the journal.
 *
 * <p>Rows that the graph already has are dropped; the others are moved to the front of the rows.
 * Owned by the writer.
 */
final class VertexMerge {

    private final MemoryRegion region;
    private final BlockAllocator allocator;
    private final PredicateSets sets;
    private final WriteJournal journal;
    private final NeighbourLists lists;
    private final PidCounts counts;
    private final MarkWriter marks;
    private final VertexRecord old;
    // the pids of the vertex's rows, and the start of each pid's rows; one start more than pids
    private int[] pids = new int[16];
    private int[] starts = new int[17];
    private int pidCount;
    // the new record
    private int[] newPids = new int[16];
    private long[] newValues = new long[16];
    private int newCount;
    private int lastSet = PredicateSets.OWN;
    private long[] neighbours = new long[16]; // of a change to a long list

    private SortedTriples rows;
    private int direction;
    private boolean marking;
    private boolean removing;
    private boolean passed; // all rows change the graph
    private TripleBuffer again; // null if not wanted
    private int kept;

    VertexMerge(
            MemoryRegion region,
            BlockAllocator allocator,
            PredicateSets sets,
            WriteJournal journal,
            NeighbourLists lists,
            PidCounts counts,
            MarkWriter marks) {
        this.region = region;
        this.allocator = allocator;
        this.sets = sets;
        this.journal = journal;
        this.lists = lists;
        this.counts = counts;
        this.marks = marks;
        this.old = new VertexRecord(region, journal::read, sets);
    }

    /** Frees the memory of a large change. */
    void release() {
        if (neighbours.length > PartWriter.ROWS_KEPT_MAX) {
            neighbours = new long[16];
        }
    }

    /**
     * Starts with the rows of one direction; with {@code withMarks}, changes are marked; with
     * {@code isRemoval}, the rows are removed. Rows that the graph already has go into {@code
     * thereAgain}, unless it is null.
     */
    void begin(
            SortedTriples sorted,
            int ofDirection,
            boolean withMarks,
            boolean isRemoval,
            TripleBuffer thereAgain) {
        again = thereAgain;
        marking = withMarks;
        removing = isRemoval;
        lists.begin(withMarks);
        rows = sorted;
        direction = ofDirection;
        // Rows of direction IN have passed the merge by subject, so all of them change the graph.
        passed = ofDirection == Keys.IN;
        kept = 0;
    }

    /** Starts with halves of triples, none of which were compared with the graph before. */
    void beginHalves(SortedTriples sorted, int ofDirection, boolean withMarks, boolean isRemoval) {
        begin(sorted, ofDirection, withMarks, isRemoval, null);
        passed = false;
    }

    /** Returns how many rows are kept so far; they are at the front. */
    int kept() {
        return kept;
    }

    /**
     * Merges rows {@code from} to {@code to - 1}, all of one vertex, whose word is at {@code at}.
     */
    void merge(int from, int to, long at) {
        group(from, to);
        old.read(at);
        if (inPlace()) {
            change(at);
        } else {
            rewrite(at);
        }
    }

    /**
     * Returns true if the record stays, with other values: nothing is added to it, and what becomes
     * empty has a mark, with which it goes.
     */
    private boolean inPlace() {
        return removing ? marking : containsAll();
    }

    private void group(int from, int to) {
        pidCount = 0;
        int pid = -1;
        for (int row = from; row < to; row++) {
            if (rows.pid(row) != pid) {
                pid = rows.pid(row);
                if (pidCount == pids.length) {
                    pids = Arrays.copyOf(pids, pidCount * 2);
                    starts = Arrays.copyOf(starts, pidCount * 2 + 1);
                }
                pids[pidCount] = pid;
                starts[pidCount++] = row;
            }
        }
        starts[pidCount] = to;
    }

    /** Returns true if the vertex has all predicates of its rows. */
    private boolean containsAll() {
        for (int i = 0; i < pidCount; i++) {
            if (old.place(pids[i]) < 0) {
                return false;
            }
        }
        return true;
    }

    /** Changes values in the existing record. */
    private void change(long at) {
        for (int i = 0; i < pidCount; i++) {
            int place = old.place(pids[i]);
            if (place < 0) {
                continue; // nothing to remove
            }
            long value = old.value(place);
            long changed = changed(i, value);
            if (changed == value) {
                continue;
            }
            if (old.valueAt(place) == at) {
                journal.directoryWord(direction, at, ValueDescriptor.word(old.set(), changed));
            } else {
                journal.value(old.valueAt(place), changed);
            }
        }
    }

    /** Makes a record of the old and new predicates that have neighbours. */
    private void rewrite(long at) {
        newCount = 0;
        int place = 0;
        for (int i = 0; i < pidCount; i++) {
            while (place < old.count() && old.pid(place) < pids[i]) {
                addNew(old.pid(place), old.value(place));
                place++;
            }
            boolean there = place < old.count() && old.pid(place) == pids[i];
            long value = there ? old.value(place) : 0;
            addNew(pids[i], changed(i, value));
            place += there ? 1 : 0;
        }
        for (; place < old.count(); place++) {
            addNew(old.pid(place), old.value(place));
        }
        journal.directoryWord(direction, at, newCount == 0 ? 0 : newRecord());
        if (old.hasBlock()) {
            journal.retire(old.block(), old.blockGranules());
        }
    }

    /** Returns what the rows of group {@code i} make of a value, which may be 0. */
    private long changed(int i, long value) {
        if (removing) {
            return value == 0 ? 0 : remove(i, value);
        }
        return append(i, value);
    }

    /** Adds a predicate, unless a removal has left nothing of it. */
    private void addNew(int pid, long value) {
        if (value == 0) {
            return;
        }
        if (newCount == newPids.length) {
            newPids = Arrays.copyOf(newPids, newCount * 2);
            newValues = Arrays.copyOf(newValues, newCount * 2);
        }
        newPids[newCount] = pid;
        newValues[newCount++] = value;
    }

    private long newRecord() {
        int set = sets.numberOf(newPids, newCount, lastSet);
        if (set == PredicateSets.OWN) {
            return newOwnRecord();
        }
        lastSet = set;
        if (newCount == 1) {
            return ValueDescriptor.word(set, newValues[0]);
        }
        long record = allocator.allocate(RecordDescriptor.granules(newCount));
        for (int place = 0; place < newCount; place++) {
            region.putLong(RecordDescriptor.value(record, place), newValues[place]);
        }
        return ValueDescriptor.word(set, ValueDescriptor.pointer(record));
    }

    private long newOwnRecord() {
        long record = allocator.allocate(RecordDescriptor.ownGranules(newCount));
        region.putInt(record + RecordDescriptor.COUNT_OFFSET, newCount);
        for (int place = 0; place < newCount; place++) {
            region.putInt(RecordDescriptor.ownPid(record, place), newPids[place]);
            region.putLong(RecordDescriptor.ownValue(record, newCount, place), newValues[place]);
        }
        return ValueDescriptor.word(PredicateSets.OWN, ValueDescriptor.pointer(record));
    }

    /** Appends the new neighbours of group {@code i} to a value; returns the new value. */
    private long append(int i, long old) {
        long vertex = rows.vertex(starts[i]);
        long value = Marks.plain(region, old, Marks.ALL);
        int length = Marks.length(region, old, Marks.ALL);
        int from = kept;
        keep(starts[i], starts[i + 1], value, length);
        int more = kept - from;
        if (more == 0) {
            return old;
        }
        counts.add(pids[i], direction, more, length == 0);
        if (length == 0) {
            rows.markPair(from);
        }
        boolean appended = lists.isAppended(value, length, more);
        long changed =
                appended
                        ? appendKept(from, value, length)
                        : lists.insertLong(direction, value, length, kept(from), more);
        return marking
                ? marks.mark(
                        Keys.key(vertex, pids[i], direction),
                        old,
                        changed,
                        length + more,
                        appended || length == 0)
                : changed;
    }

    /** Removes the neighbours of group {@code i} from a value; returns the new value. */
    private long remove(int i, long old) {
        long vertex = rows.vertex(starts[i]);
        long value = Marks.plain(region, old, Marks.ALL);
        int length = Marks.length(region, old, Marks.ALL);
        int from = kept;
        keep(starts[i], starts[i + 1], value, length);
        int gone = kept - from;
        if (gone == 0) {
            return old;
        }
        int left = length - gone;
        counts.add(pids[i], direction, gone, left == 0);
        if (left == 0) {
            rows.markPair(from);
        }
        long changed = lists.remove(direction, value, length, kept(from), gone);
        return marking
                ? marks.mark(Keys.key(vertex, pids[i], direction), old, changed, left, false)
                : changed;
    }

    /** Returns the neighbours of the rows kept from {@code from} on, ascending. */
    private long[] kept(int from) {
        int count = kept - from;
        if (neighbours.length < count) {
            neighbours = new long[count * 2];
        }
        for (int i = 0; i < count; i++) {
            neighbours[i] = rows.neighbour(from + i);
        }
        return neighbours;
    }

    private long appendKept(int from, long value, int length) {
        int more = kept - from;
        if (length == 0 && more == 1) {
            return rows.neighbour(from);
        }
        long list = lists.roomFor(direction, value, length, more);
        long start = lists.start(list);
        for (int i = 0; i < more; i++) {
            lists.put(start, length + i, rows.neighbour(from + i));
        }
        return lists.finish(direction, value, length, list, length + more);
    }

    /**
     * Moves the rows that change the value to the front, without duplicates: those that it does not
     * have or, for a removal, those that it has.
     */
    private void keep(int from, int to, long value, int length) {
        boolean known = passed || (length == 0 && !removing);
        long last = 0;
        for (int row = from; row < to; row++) {
            long neighbour = rows.neighbour(row);
            if (neighbour == last
                    || (!known
                            && NeighbourLists.contains(region, direction, value, length, neighbour)
                                    != removing)) {
                if (again != null) {
                    again.append(rows.vertex(row), rows.pid(row), neighbour);
                }
                continue;
            }
            last = neighbour;
            if (kept != row) {
                rows.move(row, kept);
            }
            kept++;
        }
    }
}
