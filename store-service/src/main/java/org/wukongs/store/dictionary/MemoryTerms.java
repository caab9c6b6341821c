package org.wukongs.store.dictionary;

import java.lang.ref.Reference;
import org.wukongs.id.Vids;

/**
 * Terms in off-heap memory, in stripes by vertex partition. About 35 bytes per term besides its
 * text: record header and padding 10, index slot 14, vid entry 9.
 */
final class MemoryTerms implements Terms {

    /**
     * Terms that are looked up together: several times the cache misses that a core can have in
     * flight, but few enough for the memory touched by one pass to be in the first-level cache in
     * the next.
     */
    private static final int GROUP_SIZE = TextBlock.GROUP_SIZE;

    private final OffHeapMemory memory;
    private final TermLimit limit;
    private final LookupCounts lookups;
    private final VidCounters counters = new VidCounters();
    private final ReclaimedVids reclaimed = new ReclaimedVids();
    private final TermReclamation reclamation = new TermReclamation(this);
    // null after close, so that a late caller gets an error and does not read freed memory
    private volatile TermStripe[] stripes = new TermStripe[TermStripe.COUNT];

    MemoryTerms(long termCountMax, long bytesMax, LookupCounts lookups) {
        this.lookups = lookups;
        memory = new OffHeapMemory(bytesMax, "--terms-bytes-max");
        limit = new TermLimit(termCountMax, 0);
        for (int i = 0; i < stripes.length; i++) {
            stripes[i] = new TermStripe(memory, limit, counters, reclaimed);
        }
    }

    private TermStripe[] openStripes() {
        TermStripe[] open = stripes;
        if (open == null) {
            throw new IllegalStateException("the dictionary is closed");
        }
        return open;
    }

    private TermStripe stripe(int partition) {
        return openStripes()[TermStripe.of(partition)];
    }

    @Override
    public long find(TermKey key) {
        try {
            return lookups.count(stripe(key.partition()).find(key));
        } finally {
            // The memory lives as long as this object is reachable.
            Reference.reachabilityFence(this);
        }
    }

    @Override
    public long findOrAllocate(TermKey key) {
        try {
            TermStripe stripe = stripe(key.partition());
            long vid = lookups.count(stripe.find(key));
            return vid == TermDictionary.UNKNOWN ? stripe.allocate(key) : vid;
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    @Override
    public void find(TermBatch batch) {
        lookUp(batch, false);
    }

    @Override
    public void findOrAllocate(TermBatch batch) {
        lookUp(batch, true);
    }

    private void lookUp(TermBatch batch, boolean allocate) {
        try {
            TermStripe[] open = openStripes();
            for (int from = 0; from < batch.size(); from += GROUP_SIZE) {
                int to = Math.min(from + GROUP_SIZE, batch.size());
                lookUp(open, batch, from, to, allocate);
            }
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * Reads all slots, then all records, then compares: within a pass, no read waits for another,
     * so the processor has many cache misses in flight.
     */
    private void lookUp(TermStripe[] open, TermBatch batch, int from, int to, boolean allocate) {
        for (int i = from; i < to; i++) {
            long hash = batch.hash(i);
            batch.setFound(i, stripe(open, hash).firstSlot(TermKey.tag(hash)));
        }
        for (int i = from; i < to; i++) {
            long hash = batch.hash(i);
            batch.setFound(i, stripe(open, hash).touch(TermKey.tag(hash), batch.found(i)));
        }
        int missCount = 0;
        for (int i = from; i < to; i++) {
            TermStripe stripe = stripe(open, batch.hash(i));
            TermKey key = TermKey.of(batch, i);
            long vid = stripe.find(key, (int) batch.found(i));
            if (vid == TermDictionary.UNKNOWN) {
                missCount++;
                vid = allocate ? stripe.allocate(key) : vid;
            }
            batch.setId(i, vid);
        }
        lookups.add(to - from - missCount, missCount);
    }

    /**
     * Returns the stripe of a term: the low bits of its hash, and of its vid, are its partition.
     */
    private static TermStripe stripe(TermStripe[] open, long hashOrVid) {
        return open[TermStripe.of(Vids.partition(hashOrVid))];
    }

    @Override
    public byte[] text(long vid) {
        try {
            return stripe(Vids.partition(vid)).text(entry(vid));
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * Reads all entries, then all lengths, then all ends of texts, then copies all texts: see
     * {@link #lookUp}.
     */
    @Override
    public int texts(long[] vids, int from, int to, TextBlock into) {
        try {
            TermStripe[] open = openStripes();
            long[] entries = into.entries();
            int end = Math.min(to, from + GROUP_SIZE);
            for (int i = from; i < end; i++) {
                entries[i - from] = vids[i] == 0 ? 0 : givenEntry(open, vids[i]);
            }
            checkRecords(open, vids, from, end, entries);
            touchEnds(open, vids, from, end, entries);
            int at = from;
            do {
                if (vids[at] == 0) {
                    into.addNone();
                } else {
                    stripe(open, vids[at]).text(entries[at - from], into);
                }
                at++;
            } while (at < end && !into.isFull());
            return at - from;
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    private static long givenEntry(TermStripe[] open, long vid) {
        long entry = stripe(open, vid).entry(vid);
        if (entry == 0) {
            throw Terms.noSuchVid(vid);
        }
        return entry;
    }

    /** Reads all entries, then all records: see {@link #lookUp}. */
    @Override
    public void readAhead(long[] vids, int count) {
        long[] entries = new long[Math.min(count, GROUP_SIZE)];
        try {
            TermStripe[] open = openStripes();
            for (int from = 0; from < count; from += GROUP_SIZE) {
                int to = Math.min(from + GROUP_SIZE, count);
                for (int i = from; i < to; i++) {
                    entries[i - from] = stripe(open, vids[i]).entry(vids[i]);
                }
                checkRecords(open, vids, from, to, entries);
            }
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    private static void checkRecords(
            TermStripe[] open, long[] vids, int from, int to, long[] entries) {
        for (int i = from; i < to; i++) {
            long entry = entries[i - from];
            if (entry != 0 && stripe(open, vids[i]).textBytes(entry) < 0) {
                throw new IllegalStateException("a text has a negative length: vid=" + vids[i]);
            }
        }
    }

    /** Most texts end in another cache line than their record begins in. */
    private static void touchEnds(
            TermStripe[] open, long[] vids, int from, int to, long[] entries) {
        long sum = 0;
        for (int i = from; i < to; i++) {
            long entry = entries[i - from];
            sum += entry == 0 ? 0 : stripe(open, vids[i]).lastByte(entry);
        }
        if (sum == Long.MIN_VALUE) {
            throw new IllegalStateException("not a sum of bytes"); // so that they are read
        }
    }

    @Override
    public long entry(long vid) {
        try {
            long entry = stripe(Vids.partition(vid)).entry(vid);
            if (entry == 0) {
                throw Terms.noSuchVid(vid);
            }
            return entry;
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    @Override
    public long payload(long vid, long entry) {
        try {
            return stripe(Vids.partition(vid)).payload(entry);
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    @Override
    public long[] predicates() {
        return new long[0];
    }

    @Override
    public void setPid(long vid, long pid) {
        try {
            stripe(Vids.partition(vid)).setPid(vid, pid);
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    @Override
    public long[] counters() {
        long[] newest = new long[Vids.PARTITION_COUNT];
        for (int partition = 0; partition < newest.length; partition++) {
            newest[partition] = stripe(partition).counter(partition);
        }
        return newest;
    }

    @Override
    public long counter(int partition) {
        return stripe(partition).counter(partition);
    }

    @Override
    public boolean isGiven(long vid) {
        try {
            return counters.isGiven(vid) && stripe(Vids.partition(vid)).entry(vid) != 0;
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    @Override
    public boolean wasGiven(long vid) {
        return counters.isGiven(vid);
    }

    @Override
    public byte[] textIfGiven(long vid) {
        try {
            TermStripe stripe = stripe(Vids.partition(vid));
            long entry = counters.isGiven(vid) ? stripe.entry(vid) : 0;
            return entry == 0 ? null : stripe.text(entry);
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    @Override
    public void skipTo(int partition, long counter) {
        stripe(partition).skipTo(partition, counter);
    }

    @Override
    public void setClosed(int partition, boolean isClosed) {
        stripe(partition).setClosed(partition, isClosed);
    }

    @Override
    public void restore(TermBatch batch, long firstVid) {
        try {
            stripe(Vids.partition(firstVid)).restore(batch, firstVid);
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    @Override
    public boolean hasReclaimed(long fromVid, long toVid, long sinceRound) {
        return reclaimed.hasReclaimed(fromVid, toVid, sinceRound);
    }

    @Override
    public void forget(long vid) {
        try {
            stripe(Vids.partition(vid)).forget(vid, reclamation.endedCount() + 1);
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    // Reclamation

    @Override
    public TermReclamation reclamation() {
        return reclamation;
    }

    boolean markIfGiven(long vid) {
        try {
            return stripe(Vids.partition(vid)).markIfGiven(vid);
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    void markNamed(long vid) {
        stripe(Vids.partition(vid)).markNamed(vid);
    }

    void beginRound() {
        for (TermStripe stripe : openStripes()) {
            stripe.beginRound();
        }
    }

    /** Excludes {@link #check}, which takes no lock. */
    synchronized long endRound(long round) {
        long count = 0;
        for (TermStripe stripe : openStripes()) {
            count += stripe.sweep(round);
        }
        return count;
    }

    @Override
    public long freeBytes() {
        TermStripe[] open = stripes;
        long bytes = 0;
        for (int i = 0; open != null && i < open.length; i++) {
            bytes += open[i].freeBytes();
        }
        return bytes;
    }

    @Override
    public long termCount() {
        return limit.termCount();
    }

    @Override
    public long memoryBytes() {
        return memory.bytes();
    }

    @Override
    public void sync() {
        // There is no disk.
    }

    @Override
    public synchronized void check() {
        long terms = 0;
        for (int partition = 0; partition < TermStripe.COUNT; partition++) {
            terms += stripe(partition).check();
        }
        if (terms != termCount()) {
            throw new IllegalStateException(
                    "the number of terms differs from the count: terms="
                            + terms
                            + " counted="
                            + termCount());
        }
    }

    @Override
    public synchronized void close() {
        stripes = null;
        memory.close();
    }
}
