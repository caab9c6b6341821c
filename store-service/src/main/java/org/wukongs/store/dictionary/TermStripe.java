package org.wukongs.store.dictionary;

import java.util.concurrent.locks.StampedLock;
import org.wukongs.id.Vids;

/**
 * One of {@link #COUNT} parts of the dictionary in memory: the terms of the vertex partitions with
 * the same low bits.
 *
 * <p>Invariants: a vid with an entry has a record with this vid; each term has one index slot; the
 * counters of a partition's vids are 1..its counter, without gaps.
 *
 * <p>Publication: record, vid entry, counter, index slot, in this order, so that a vid which a
 * reader has found counts as given. Writers exclude each other. Look-ups take no lock if they find
 * the term; if they do not, they repeat under the lock if a writer was active meanwhile.
 */
final class TermStripe {

    private static final int COUNT_SHIFT = 6;

    /** More than the cores of a large machine, so that loader threads seldom meet. */
    static final int COUNT = 1 << COUNT_SHIFT;

    private static final int PARTITIONS_SHIFT = Vids.PARTITION_BITS - COUNT_SHIFT;

    private final StampedLock lock = new StampedLock();
    private final TermLimit limit;
    private final TermRecords records;
    private final TermIndex index;
    private final VidTable vids;
    private final int number;
    private final VidCounters counters; // of its partitions; owner: the lock

    /** {@code counters} are shared by all stripes. */
    TermStripe(int number, OffHeapMemory memory, TermLimit limit, VidCounters counters) {
        this.number = number;
        this.limit = limit;
        this.counters = counters;
        this.records = new TermRecords(memory);
        this.index = new TermIndex(memory, records);
        this.vids = new VidTable(memory);
    }

    /** Returns the stripe of a partition. */
    static int of(int partition) {
        return partition & (COUNT - 1);
    }

    /**
     * Returns the place of a vid among those of its stripe, from 0 on; negative for a number that
     * is not a vid.
     */
    static long indexOf(long vid) {
        int place = Vids.partition(vid) >>> COUNT_SHIFT;
        return ((Vids.counter(vid) - 1) << PARTITIONS_SHIFT) + place;
    }

    long find(TermKey key) {
        long stamp = lock.tryOptimisticRead();
        int ref = index.find(key.tag(), key);
        if (ref == TermIndex.NONE && !lock.validate(stamp)) {
            stamp = lock.readLock();
            try {
                ref = index.find(key.tag(), key);
            } finally {
                lock.unlockRead(stamp);
            }
        }
        return ref == TermIndex.NONE ? TermDictionary.UNKNOWN : records.vid(ref);
    }

    /** See {@link TermIndex#firstSlot}. */
    long firstSlot(int tag) {
        return index.firstSlot(tag);
    }

    /**
     * Reads the first record with this tag and returns its ref; {@link TermIndex#NONE} if there is
     * none or a concurrent writer hides it.
     */
    int touch(int tag, long firstSlot) {
        long slot = index.slotOf(tag, firstSlot);
        int ref = IndexSegmentDescriptor.ref(slot);
        return slot == 0 || records.vid(ref) == 0 ? TermIndex.NONE : ref;
    }

    /**
     * Returns the vid of the record if it is that of the term, otherwise the result of {@link
     * #find}.
     */
    long find(TermKey key, int ref) {
        return ref != TermIndex.NONE && key.matches(records, ref) ? records.vid(ref) : find(key);
    }

    /**
     * Returns the vid of a term that was not found before; another thread may have added it since.
     */
    long allocate(TermKey key) {
        long stamp = lock.writeLock();
        try {
            int ref = index.find(key.tag(), key);
            return ref == TermIndex.NONE ? append(key) : records.vid(ref);
        } finally {
            lock.unlockWrite(stamp);
        }
    }

    private long append(TermKey key) {
        int partition = key.partition();
        long counter = counters.newestAcquire(partition);
        long vid = Vids.vid(counter + 1, partition);
        limit.take(1);
        boolean done = false;
        try {
            TermValue value = key.value();
            int ref = records.append(vid, value, key.utf8(), key.from(), key.length());
            vids.put(vid, VidEntryDescriptor.entry(ref, value));
            counters.raiseRelease(partition, counter + 1);
            index.insert(key.tag(), ref);
            done = true;
        } finally {
            if (!done) {
                counters.lower(partition, counter);
                limit.giveBack(1);
            }
        }
        return vid;
    }

    /** Returns the entry of a vid, 0 if there is no such vid. */
    long entry(long vid) {
        return vids.get(vid);
    }

    byte[] text(long entry) {
        return records.text(VidEntryDescriptor.ref(entry));
    }

    int textBytes(long entry) {
        return records.textBytes(VidEntryDescriptor.ref(entry));
    }

    /** Copies the text, of {@link #textBytes} bytes, to the start of {@code target}. */
    void copyText(long entry, byte[] target, int lengthBytes) {
        records.copyText(VidEntryDescriptor.ref(entry), target, lengthBytes);
    }

    long payload(long entry) {
        return records.payload(VidEntryDescriptor.ref(entry));
    }

    void setPid(long vid, long pid) {
        long stamp = lock.writeLock();
        try {
            vids.put(vid, VidEntryDescriptor.withPid(vids.get(vid), pid));
        } finally {
            lock.unlockWrite(stamp);
        }
    }

    /** Returns the newest counter of a partition of this stripe. */
    long counter(int partition) {
        long stamp = lock.readLock();
        try {
            return counters.newestAcquire(partition);
        } finally {
            lock.unlockRead(stamp);
        }
    }

    /** Verifies the invariants; returns the number of terms. */
    long check() {
        long terms = 0;
        for (int place = 0; place < 1 << PARTITIONS_SHIFT; place++) {
            long newest = counters.newestAcquire((place << COUNT_SHIFT) + number);
            for (long counter = 1; counter <= newest; counter++) {
                checkTerm(counter, place);
                terms++;
            }
        }
        return terms;
    }

    private void checkTerm(long counter, int place) {
        long index = ((counter - 1) << PARTITIONS_SHIFT) + place;
        long entry = vids.at(index);
        byte[] text = text(entry);
        long vid = records.vid(VidEntryDescriptor.ref(entry));
        if (indexOf(vid) != index || find(TermKey.of(text, 0, text.length)) != vid) {
            throw new IllegalStateException("a term does not lead back to its vid: vid=" + vid);
        }
    }
}
