package org.wukongs.store.dictionary;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteBatch;
import org.wukongs.id.Vids;

/**
 * Gives vids to terms on disk. Counters are read from the newest vid of each partition, so they
 * cannot disagree with the terms. They rise just before a batch is written, because a reader that
 * finds a term may use its vid, and fall if the write fails. One thread at a time allocates.
 */
final class DiskAllocator {

    private final TermFiles files;
    private final TermLimit limit;
    private final VidCounters counters = new VidCounters(); // owner: this lock
    // number of batches; owner: this lock
    private final AtomicLong allocations = new AtomicLong();

    DiskAllocator(TermFiles files, long termCountMax) {
        this.files = files;
        long[] newest = files.iterate(files.vidTerm(), DiskAllocator::newestCounters);
        long termCount = 0;
        for (int partition = 0; partition < newest.length; partition++) {
            counters.raiseRelease(partition, newest[partition]);
            termCount += newest[partition];
        }
        this.limit = new TermLimit(termCountMax, termCount);
    }

    private static long[] newestCounters(RocksIterator iterator) {
        long[] counters = new long[Vids.PARTITION_COUNT];
        for (int partition = 0; partition < counters.length; partition++) {
            iterator.seekForPrev(DiskKeyDescriptor.lastVidKey(partition));
            long vid = iterator.isValid() ? DiskKeyDescriptor.vidOfKey(iterator.key()) : 0;
            counters[partition] = Vids.partition(vid) == partition ? Vids.counter(vid) : 0;
        }
        return counters;
    }

    /** Returns true if {@code vid} follows {@code last} in a dictionary without gaps. */
    static boolean follows(long vid, long last) {
        boolean samePartition =
                last != TermDictionary.UNKNOWN && Vids.partition(last) == Vids.partition(vid);
        return Vids.counter(vid) == (samePartition ? Vids.counter(last) + 1 : 1);
    }

    long allocationsAcquire() {
        return allocations.getAcquire();
    }

    synchronized long[] counters() {
        return counters.toArray();
    }

    /** Any thread. */
    boolean isGiven(long vid) {
        return counters.isGiven(vid);
    }

    long termCount() {
        return limit.termCount();
    }

    /** Sets the vids of the terms that are on disk, by one bulk read. */
    void find(List<NewTerm> terms) {
        List<byte[]> keys = terms.stream().map(NewTerm::canonical).toList();
        List<byte[]> values = files.get(files.termVid(), keys);
        for (int i = 0; i < terms.size(); i++) {
            byte[] value = values.get(i);
            terms.get(i)
                    .setVid(
                            value == null
                                    ? TermDictionary.UNKNOWN
                                    : DiskKeyDescriptor.number(value));
        }
    }

    /**
     * Gives vids to terms that were not on disk after {@code allocationsSeen} batches, by one
     * write.
     */
    synchronized void allocate(List<NewTerm> terms, long allocationsSeen) {
        if (terms.isEmpty()) {
            return;
        }
        if (allocations.get() != allocationsSeen) {
            find(terms);
        }
        Map<ByteBuffer, NewTerm> firsts = new LinkedHashMap<>();
        for (NewTerm term : terms) {
            if (term.vid() == TermDictionary.UNKNOWN) {
                firsts.putIfAbsent(ByteBuffer.wrap(term.canonical()), term);
            }
        }
        write(firsts.values());
        for (NewTerm term : terms) {
            if (term.vid() == TermDictionary.UNKNOWN) {
                term.setVid(firsts.get(ByteBuffer.wrap(term.canonical())).vid());
            }
        }
    }

    /** Writes all terms or none: if this throws, no counter has moved. */
    private void write(Collection<NewTerm> terms) {
        Map<Integer, Long> newest = new HashMap<>();
        for (NewTerm term : terms) {
            int partition = term.partition();
            long counter = newest.getOrDefault(partition, counters.newestAcquire(partition)) + 1;
            newest.put(partition, counter);
            term.setVid(Vids.vid(counter, partition));
        }
        NewTerm[] sorted = terms.toArray(NewTerm[]::new);
        try (WriteBatch batch = new WriteBatch()) {
            // In order of key: RocksDB's lists are searched from near where the last search ended.
            Arrays.sort(sorted, NewTerm.BY_CANONICAL);
            for (NewTerm term : sorted) {
                byte[] vid = DiskKeyDescriptor.bytes(term.vid());
                TermFiles.put(batch, files.termVid(), term.canonical(), vid);
            }
            Arrays.sort(sorted, NewTerm.BY_PLACE_ON_DISK);
            for (NewTerm term : sorted) {
                byte[] key = DiskKeyDescriptor.vidKey(term.vid());
                TermFiles.put(batch, files.vidTerm(), key, term.text());
            }
            writeCounted(batch, sorted.length, newest);
        }
        allocations.incrementAndGet();
    }

    private void writeCounted(WriteBatch batch, int count, Map<Integer, Long> newest) {
        long[] before = counters.toArray();
        boolean written = false;
        try {
            newest.forEach(counters::raiseRelease);
            writeWithinLimit(batch, count);
            written = true;
        } finally {
            if (!written) {
                newest.keySet().forEach(partition -> counters.lower(partition, before[partition]));
            }
        }
    }

    private void writeWithinLimit(WriteBatch batch, int count) {
        limit.take(count);
        boolean written = false;
        try {
            files.write(batch);
            written = true;
        } finally {
            if (!written) {
                limit.giveBack(count);
            }
        }
    }
}
