package org.wukongs.store.dictionary;

import org.wukongs.id.IdHash;

/**
 * A part of {@link HotTerms}: terms and vids are added until it is dropped as a whole. Used by one
 * thread at a time.
 */
final class HotGeneration implements AutoCloseable {

    private final OffHeapMemory memory = new OffHeapMemory(Long.MAX_VALUE, "--dictionary-cache");
    private final TermRecords records = new TermRecords(memory);
    private final TermIndex terms = new TermIndex(memory, records);
    private final TermIndex vids = new TermIndex(memory, records);
    private final VidMatch asked = new VidMatch();

    private static final class VidMatch implements TermIndex.Match {

        private long vid;

        @Override
        public boolean matches(TermRecords records, int ref) {
            return records.vid(ref) == vid;
        }
    }

    long find(TermKey key) {
        int ref = terms.find(key.tag(), key);
        return ref == TermIndex.NONE ? TermDictionary.UNKNOWN : records.vid(ref);
    }

    /** Returns the text of a vid, null if it is not cached. */
    byte[] text(long vid) {
        asked.vid = vid;
        int ref = vids.find(tag(vid), asked);
        return ref == TermIndex.NONE ? null : records.text(ref);
    }

    /** Adds a term that it does not have. */
    void add(TermKey key, long vid) {
        int ref =
                records.append(vid, TermValue.OTHER_LITERAL, key.utf8(), key.from(), key.length());
        terms.insert(key.tag(), ref);
        vids.insert(tag(vid), ref);
    }

    private static int tag(long vid) {
        return (int) (IdHash.mix(vid) >>> Integer.SIZE);
    }

    long bytes() {
        return memory.bytes();
    }

    @Override
    public void close() {
        memory.close();
    }
}
