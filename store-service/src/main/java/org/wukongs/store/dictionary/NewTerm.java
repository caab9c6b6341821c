package org.wukongs.store.dictionary;

import java.util.Arrays;
import java.util.Comparator;

/**
 * A term to be written to disk: a copy of its text, and its vid after it has one. Used by one
 * thread.
 */
final class NewTerm {

    /** The order of keys in RocksDB. */
    static final Comparator<NewTerm> BY_CANONICAL =
            (a, b) -> Arrays.compareUnsigned(a.canonical, b.canonical);

    /** The order of the keys of vids: by partition, then by counter. */
    static final Comparator<NewTerm> BY_PLACE_ON_DISK =
            Comparator.comparingInt(NewTerm::partition).thenComparingLong(NewTerm::vid);

    private final byte[] text;
    private final byte[] canonical;
    private final int partition;
    private final int place;
    private long vid = TermDictionary.UNKNOWN;

    private NewTerm(byte[] text, byte[] canonical, int partition, int place) {
        this.text = text;
        this.canonical = canonical;
        this.partition = partition;
        this.place = place;
    }

    /** {@code place} is for the caller, to find the place of the result. */
    static NewTerm of(TermKey key, int place) {
        byte[] text = Arrays.copyOfRange(key.utf8(), key.from(), key.to());
        byte[] canonical = key.tagFrom() == key.to() ? text : key.canonical();
        return new NewTerm(text, canonical, key.partition(), place);
    }

    TermKey key() {
        return TermKey.of(text, 0, text.length);
    }

    byte[] text() {
        return text;
    }

    /** Returns the text with its language tag in lower case. */
    byte[] canonical() {
        return canonical;
    }

    int partition() {
        return partition;
    }

    int place() {
        return place;
    }

    long vid() {
        return vid;
    }

    void setVid(long vid) {
        this.vid = vid;
    }
}
