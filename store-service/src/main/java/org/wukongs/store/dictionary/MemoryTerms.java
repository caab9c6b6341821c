package org.wukongs.store.dictionary;

import java.lang.ref.Reference;
import java.util.List;
import org.wukongs.id.Vids;

/**
 * Terms in memory outside of the heap, in stripes by vertex partition. About 35 bytes a term beside
 * its text: record header and padding 10, index slot 14, vid entry 9.
 */
final class MemoryTerms implements Terms {

    private final OffHeapMemory memory;
    private final TermLimit limit;
    private final LookupCounts lookups;
    // null when closed, so that a late caller gets an error and does not read freed memory
    private volatile TermStripe[] stripes = new TermStripe[TermStripe.COUNT];

    MemoryTerms(long termCountMax, long bytesMax, LookupCounts lookups) {
        this.lookups = lookups;
        memory = new OffHeapMemory(bytesMax, "--terms-bytes-max");
        limit = new TermLimit(termCountMax, 0);
        for (int i = 0; i < stripes.length; i++) {
            stripes[i] = new TermStripe(memory, limit);
        }
    }

    private TermStripe stripe(int partition) {
        TermStripe[] open = stripes;
        if (open == null) {
            throw new IllegalStateException("the dictionary is closed");
        }
        return open[TermStripe.of(partition)];
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
    public long[] findOrAllocate(List<String> terms) {
        long[] vids = new long[terms.size()];
        for (int i = 0; i < vids.length; i++) {
            vids[i] = findOrAllocate(TermKey.of(terms.get(i)));
        }
        return vids;
    }

    @Override
    public byte[] text(long vid) {
        try {
            return stripe(Vids.partition(vid)).text(entry(vid));
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    @Override
    public byte[][] texts(long[] vids) {
        byte[][] texts = new byte[vids.length][];
        for (int i = 0; i < vids.length; i++) {
            texts[i] = text(vids[i]);
        }
        return texts;
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
    public void check() {
        long terms = 0;
        for (int partition = 0; partition < TermStripe.COUNT; partition++) {
            terms += stripe(partition).check();
        }
        if (terms != termCount()) {
            throw new IllegalStateException(
                    "terms are not as many as counted: terms=" + terms + " counted=" + termCount());
        }
    }

    @Override
    public void close() {
        stripes = null;
        memory.close();
    }
}
