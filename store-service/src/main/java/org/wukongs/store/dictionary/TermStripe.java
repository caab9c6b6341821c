package org.wukongs.store.dictionary;

import java.util.concurrent.locks.StampedLock;
import java.util.function.LongConsumer;
import org.wukongs.error.WukongsException;
import org.wukongs.id.Vids;

/**
 * One of {@link #COUNT} parts of the dictionary in memory: the terms of the vertex partitions with
 * the same low bits.
 *
 * <p>Invariants: a vid with an entry has a record with this vid; each term has one index slot; the
 * counters of a partition's vids are 1..its counter, with gaps where terms were reclaimed.
 *
 * <p>Publication: record, vid entry, counter, index slot, in this order, so that a vid which a
 * reader has found counts as given. Writers exclude each other. Look-ups take no lock if they find
 * the term; if they do not, they repeat under the lock if a writer was active meanwhile.
 *
 * <p>Reclamation: a look-up marks the vid that it has found and then reads the record's vid again.
 * A sweep takes the vid from the record and then looks whether the term was marked; if so, it puts
 * the vid back. So either the sweep sees the mark, or the look-up sees that the vid is gone, and
 * repeats under the lock. The same goes for marks by vid, with a flag in the vid's entry.
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
    private final VidCounters counters; // of its partitions; owner: the lock
    private final ReclaimedVids reclaimed;
    private final boolean[] closed = new boolean[1 << PARTITIONS_SHIFT]; // owner: the lock
    private volatile TermMarks marks; // of the newest round; null before the first; owner: sweeps
    private TermMarks marksBefore; // of the round before; null: everything is marked

    /** {@code counters} and {@code reclaimed} are shared by all stripes. */
    TermStripe(
            OffHeapMemory memory, TermLimit limit, VidCounters counters, ReclaimedVids reclaimed) {
        this.limit = limit;
        this.counters = counters;
        this.reclaimed = reclaimed;
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
        if (ref == TermIndex.NONE && lock.validate(stamp)) {
            return TermDictionary.UNKNOWN;
        }
        long vid = ref == TermIndex.NONE ? 0 : marked(ref);
        return vid == 0 ? findLocked(key) : vid;
    }

    private long findLocked(TermKey key) {
        long stamp = lock.readLock();
        try {
            int ref = index.find(key.tag(), key);
            return ref == TermIndex.NONE ? TermDictionary.UNKNOWN : marked(ref);
        } finally {
            lock.unlockRead(stamp);
        }
    }

    /** Marks the term of a record; returns its vid, 0 if it is gone or has another record. */
    private long marked(int ref) {
        long vid = records.vid(ref);
        TermMarks now = marks;
        if (now == null || vid == 0) {
            return vid;
        }
        now.mark(indexOf(vid));
        return records.vid(ref);
    }

    /** Marks a term; returns false if the number, which may be any, is not the vid of a term. */
    boolean markIfGiven(long vid) {
        if (Vids.counter(vid) < 1 || Vids.counter(vid) > Vids.COUNTER_MAX) {
            return false;
        }
        long place = indexOf(vid);
        TermMarks now = marks;
        if (now == null || vids.at(place) == 0) {
            return vids.at(place) != 0;
        }
        now.mark(place);
        if (VidEntryDescriptor.isSettled(vids.at(place))) {
            return true;
        }
        long stamp = lock.readLock(); // a sweep may put it back
        try {
            return vids.at(place) != 0;
        } finally {
            lock.unlockRead(stamp);
        }
    }

    /**
     * Marks a term that something names, in the thread that sweeps: so nobody has to look whether
     * it is there, which would miss the caches.
     */
    void markNamed(long vid) {
        long place = indexOf(vid);
        if (place >= 0 && place < vids.size()) {
            marks.mark(place);
        }
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
        long vid = ref != TermIndex.NONE && key.matches(records, ref) ? marked(ref) : 0;
        return vid == 0 ? find(key) : vid;
    }

    /**
     * Returns the vid of a term that was not found before; another thread may have added it since.
     * {@link TermDictionary#UNKNOWN} if its partition is closed.
     */
    long allocate(TermKey key) {
        long stamp = lock.writeLock();
        try {
            int ref = index.find(key.tag(), key);
            if (ref != TermIndex.NONE) {
                return marked(ref);
            }
            boolean isClosed = closed[key.partition() >>> COUNT_SHIFT];
            return isClosed ? TermDictionary.UNKNOWN : append(key);
        } finally {
            lock.unlockWrite(stamp);
        }
    }

    /** Gives no new vids in a partition of this stripe, or does so again. */
    void setClosed(int partition, boolean isClosed) {
        locked(() -> closed[partition >>> COUNT_SHIFT] = isClosed);
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
            marked(ref);
            index.insert(key.tag(), ref);
            done = true;
        } finally {
            if (!done) {
                vids.forget(indexOf(vid));
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

    /** Adds the text of an entry to a block. */
    void text(long entry, TextBlock into) {
        records.text(VidEntryDescriptor.ref(entry), into);
    }

    int textBytes(long entry) {
        return records.textBytes(VidEntryDescriptor.ref(entry));
    }

    /** Returns the last byte of an entry's text. */
    byte lastByte(long entry) {
        return records.lastByte(VidEntryDescriptor.ref(entry));
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

    /** Gives no vid with a counter up to {@code counter} to new terms of a partition. */
    void skipTo(int partition, long counter) {
        long stamp = lock.writeLock();
        try {
            if (counter > counters.newestAcquire(partition)) {
                counters.raiseRelease(partition, counter);
            }
        } finally {
            lock.unlockWrite(stamp);
        }
    }

    /**
     * Gives the terms of a batch, which are of one partition and not in the dictionary, the vids
     * from {@code firstVid} on.
     *
     * @throws IllegalStateException if a vid has another term
     */
    void restore(TermBatch batch, long firstVid) {
        int partition = Vids.partition(firstVid);
        for (int i = 0; i < batch.size(); i++) {
            index.firstSlot(TermKey.tag(batch.hash(i))); // cache misses overlap
        }
        locked(
                () -> {
                    for (int i = 0; i < batch.size(); i++) {
                        restore(
                                TermKey.of(batch, i),
                                Vids.vid(Vids.counter(firstVid) + i, partition));
                    }
                    long newest = Vids.counter(firstVid) + batch.size() - 1;
                    counters.raiseRelease(
                            partition, Math.max(newest, counters.newestAcquire(partition)));
                });
    }

    private void restore(TermKey key, long vid) {
        long entry = vids.get(vid);
        if (entry != 0 && key.matches(records, VidEntryDescriptor.ref(entry))) {
            return;
        }
        if (entry != 0 || key.partition() != Vids.partition(vid)) {
            throw new IllegalStateException("a vid is that of another term: vid=" + vid);
        }
        limit.take(1);
        TermValue value = key.value();
        int ref = records.append(vid, value, key.utf8(), key.from(), key.length());
        vids.put(vid, VidEntryDescriptor.entry(ref, value));
        index.insert(key.tag(), ref);
    }

    /** Takes a vid from its term, as of a round; nobody else uses the stripe. */
    void forget(long vid, long round) {
        locked(
                () -> {
                    reclaimed.note(vid, round);
                    long place = indexOf(vid);
                    long entry = vids.at(place);
                    if (entry == 0 || VidEntryDescriptor.pid(entry) != 0) {
                        throw new IllegalStateException(
                                "no such term, or one that stays: vid=" + vid);
                    }
                    int ref = VidEntryDescriptor.ref(entry);
                    records.setVidVolatile(ref, 0);
                    vids.replaceVolatile(place, 0);
                    index.remove(tag(ref), ref);
                    limit.giveBack(1);
                });
    }

    // Sweeps

    /** Marks from now on belong to a new round. The thread that conducts the rounds. */
    void beginRound() {
        marksBefore = marks;
        marks = new TermMarks();
    }

    /**
     * Reclaims the terms that were marked neither in the newest round nor in the one before;
     * returns their number. The thread that conducts the rounds.
     */
    long sweep(long round) {
        if (marksBefore == null) {
            return 0;
        }
        locked(
                () -> {
                    records.reuseFreed();
                    vids.reuseFreed();
                    records.beginSweep();
                });
        long[] count = {0};
        forEachPage(place -> count[0] += sweepPage(place, round));
        copySparse();
        locked(records::endSweep);
        return count[0];
    }

    private void locked(Runnable work) {
        long stamp = lock.writeLock();
        try {
            work.run();
        } finally {
            lock.unlockWrite(stamp);
        }
    }

    /**
     * Hands on the first place of each page, each under the lock, so that others can go between.
     */
    private void forEachPage(LongConsumer page) {
        for (long place = vids.nextPage(0); place >= 0; ) {
            long first = place;
            locked(() -> page.accept(first));
            place = vids.nextPage(first + VidTable.PAGE_ENTRIES);
        }
    }

    private long sweepPage(long first, long round) {
        long count = 0;
        boolean empty = true;
        for (long place = first; place < first + VidTable.PAGE_ENTRIES; place++) {
            long entry = vids.at(place);
            if (entry != 0 && !isKept(place, entry) && reclaim(place, entry, round)) {
                count++;
            } else if (entry != 0) {
                empty = false;
                int ref = VidEntryDescriptor.ref(entry);
                records.countLive(ref, VidEntryDescriptor.kind(entry).hasValue());
            }
        }
        if (empty) {
            vids.freePage(first);
        }
        return count;
    }

    private boolean isKept(long place, long entry) {
        return isMarked(place) || VidEntryDescriptor.pid(entry) != 0;
    }

    private boolean isMarked(long place) {
        return marks.isMarked(place) || marksBefore.isMarked(place);
    }

    /** Returns false if the term was marked meanwhile. */
    private boolean reclaim(long place, long entry, long round) {
        int ref = VidEntryDescriptor.ref(entry);
        long vid = records.vid(ref);
        reclaimed.note(vid, round);
        vids.replaceVolatile(place, VidEntryDescriptor.leaving(entry));
        records.setVidVolatile(ref, 0);
        if (isMarked(place)) {
            vids.replaceVolatile(place, entry);
            records.setVidVolatile(ref, vid);
            return false;
        }
        vids.replaceVolatile(place, 0);
        index.remove(tag(ref), ref);
        limit.giveBack(1);
        return true;
    }

    private int tag(int ref) {
        byte[] text = records.text(ref);
        return TermKey.of(text, 0, text.length).tag();
    }

    private void copySparse() {
        if (!records.hasSparse()) {
            return;
        }
        try {
            forEachPage(this::copySparse);
        } catch (WukongsException e) {
            // The dictionary is full: what was not copied stays where it is until the next round.
        }
    }

    private void copySparse(long first) {
        for (long place = first; place < first + VidTable.PAGE_ENTRIES; place++) {
            long entry = vids.at(place);
            if (entry != 0 && records.isSparse(VidEntryDescriptor.ref(entry))) {
                copy(place, entry);
            }
        }
    }

    private void copy(long place, long entry) {
        int ref = VidEntryDescriptor.ref(entry);
        boolean hasPayload = VidEntryDescriptor.kind(entry).hasValue();
        byte[] text = records.text(ref);
        long vid = records.vid(ref);
        int copy =
                hasPayload
                        ? records.append(vid, records.payload(ref), text, 0, text.length)
                        : records.append(vid, text, 0, text.length);
        index.replace(TermKey.of(text, 0, text.length).tag(), ref, copy);
        vids.replaceVolatile(place, VidEntryDescriptor.withRef(entry, copy));
        records.setVidVolatile(ref, 0);
        records.uncount(ref, hasPayload);
    }

    /** Returns the bytes that are allocated and free for new terms. */
    long freeBytes() {
        long stamp = lock.readLock();
        try {
            return records.freeBytes() + vids.freeBytes();
        } finally {
            lock.unlockRead(stamp);
        }
    }

    /** Verifies the invariants; returns the number of terms. */
    long check() {
        long terms = 0;
        for (long place = vids.nextPage(0); place >= 0; ) {
            long end = place + VidTable.PAGE_ENTRIES;
            for (; place < end; place++) {
                if (vids.at(place) != 0) {
                    checkTerm(place);
                    terms++;
                }
            }
            place = vids.nextPage(end);
        }
        return terms;
    }

    private void checkTerm(long place) {
        long entry = vids.at(place);
        int ref = VidEntryDescriptor.ref(entry);
        byte[] text = records.text(ref);
        TermKey key = TermKey.of(text, 0, text.length);
        long vid = records.vid(ref);
        boolean isGiven = counters.isGiven(vid) && indexOf(vid) == place;
        if (!isGiven || index.find(key.tag(), key) != ref) { // without a mark
            throw new IllegalStateException("a term does not lead back to its vid: vid=" + vid);
        }
    }
}
