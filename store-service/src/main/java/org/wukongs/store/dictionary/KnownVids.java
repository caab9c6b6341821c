package org.wukongs.store.dictionary;

import java.util.function.LongFunction;
import org.wukongs.id.Vids;

/**
 * In-memory entries and payloads of the vids used so far, for a dictionary on disk: 9 bytes per
 * vid, plus 8 for a value. Reads take no lock.
 */
final class KnownVids implements AutoCloseable {

    private final OffHeapMemory memory;
    private final TermRecords[] payloads = new TermRecords[TermStripe.COUNT];
    // null after close, so that a late caller gets an error and does not read freed memory
    private volatile VidTable[] entries = new VidTable[TermStripe.COUNT];

    KnownVids(long bytesMax) {
        memory = new OffHeapMemory(bytesMax, "--terms-bytes-max");
        for (int i = 0; i < TermStripe.COUNT; i++) {
            payloads[i] = new TermRecords(memory);
            entries[i] = new VidTable(memory);
        }
    }

    /** Returns the entry of a vid, made from {@code text} if it is not known yet. */
    long entry(long vid, LongFunction<byte[]> text) {
        long entry = entries(vid).get(vid);
        return entry == 0 ? learn(vid, text.apply(vid)) : entry;
    }

    /** Returns whether a vid, which may be any, has an entry. */
    boolean isKnown(long vid) {
        return entries(vid).get(vid) != 0;
    }

    long payload(long vid, long entry) {
        return payloads[stripe(vid)].payload(VidEntryDescriptor.ref(entry));
    }

    private synchronized long learn(long vid, byte[] text) {
        int stripe = stripe(vid);
        long entry = entries(vid).get(vid);
        if (entry != 0) {
            return entry;
        }
        TermValue value = TermValueParser.parse(text, 0, text.length);
        int ref = value.kind().hasValue() ? payloads[stripe].appendPayload(value.payload()) : 0;
        entry = VidEntryDescriptor.entry(ref, value);
        entries(vid).put(vid, entry);
        return entry;
    }

    /** Sets the pid of an IRI's vid. */
    synchronized void setPid(long vid, long pid) {
        long entry = VidEntryDescriptor.entry(0, TermValue.IRI);
        entries(vid).put(vid, VidEntryDescriptor.withPid(entry, pid));
    }

    private VidTable entries(long vid) {
        VidTable[] open = entries;
        if (open == null) {
            throw new IllegalStateException("the dictionary is closed");
        }
        return open[stripe(vid)];
    }

    private static int stripe(long vid) {
        return TermStripe.of(Vids.partition(vid));
    }

    long bytes() {
        return memory.bytes();
    }

    @Override
    public void close() {
        entries = null;
        memory.close();
    }
}
