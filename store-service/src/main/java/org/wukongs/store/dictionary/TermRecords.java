package org.wukongs.store.dictionary;

import static org.agrona.UnsafeAccess.UNSAFE;

import java.util.Arrays;
import org.agrona.UnsafeAccess;
import org.agrona.collections.IntArrayList;
import org.wukongs.error.WukongsException;
import org.wukongs.ntriples.LanguageTags;

/**
 * Adjacent records of terms ({@link TermRecordDescriptor}) in chunks of memory. A record is
 * identified by its ref: offset in bytes / {@link TermRecordDescriptor#ALIGNMENT}, 32 bits,
 * unsigned, never 0.
 *
 * <p>Appends exclude each other (the caller's lock); reads take no lock. A chunk whose records are
 * all gone is freed; it is written again after the next {@link #reuseFreed}.
 */
final class TermRecords {

    private static final int CHUNK_SHIFT = 16;
    private static final long CHUNK_BYTES = 1L << CHUNK_SHIFT;

    /**
     * Small, so that a dictionary of a few terms does not take a whole chunk in each of its
     * stripes.
     */
    private static final int FIRST_CHUNK_BYTES = 1 << 12;

    /** Records of chunks with less than a half of live bytes are copied: two become one. */
    private static final int SPARSE_PARTS = 2;

    /** Up to here, copying word by word takes less time than a call of {@code copyMemory}. */
    private static final int WORDS_BYTES_MAX = 256;

    private static final long OFFSET_MAX = (1L << Integer.SIZE) * TermRecordDescriptor.ALIGNMENT;

    private final OffHeapMemory memory;
    private volatile long[] chunks = new long[1];
    private int chunkCount;
    // by chunk: chunks that were allocated together with it, 0 for others than the first of them
    private int[] spans = new int[1];
    private final IntArrayList free = new IntArrayList(); // chunks
    private final IntArrayList freed = new IntArrayList(); // that readers may still see
    private int[] liveBytes; // by chunk, of the records seen by a sweep; null between sweeps
    private int current; // chunk of the next record, the first one of a long record
    // offsets of the next record and of the end of its chunk; owner: the stripe's lock
    private long next;
    private long limit;

    TermRecords(OffHeapMemory memory) {
        this.memory = memory;
    }

    /** Writes a record and returns its ref, which no reader knows yet. */
    int append(long vid, TermValue value, byte[] utf8, int from, int lengthBytes) {
        return value.kind().hasValue()
                ? append(vid, value.payload(), utf8, from, lengthBytes)
                : append(vid, utf8, from, lengthBytes);
    }

    /** As above, for a kind with a value. */
    int append(long vid, long payload, byte[] utf8, int from, int lengthBytes) {
        int textOffset = TermRecordDescriptor.textOffset(lengthBytes);
        long offset = reserve((long) Long.BYTES + textOffset + lengthBytes);
        int ref = ref(offset + Long.BYTES);
        UNSAFE.putLong(address(ref) + TermRecordDescriptor.PAYLOAD_OFFSET, payload);
        write(ref, vid, utf8, from, lengthBytes);
        return ref;
    }

    /** As above, for a kind without a value. */
    int append(long vid, byte[] utf8, int from, int lengthBytes) {
        int textOffset = TermRecordDescriptor.textOffset(lengthBytes);
        int ref = ref(reserve((long) textOffset + lengthBytes));
        write(ref, vid, utf8, from, lengthBytes);
        return ref;
    }

    private void write(int ref, long vid, byte[] utf8, int from, int lengthBytes) {
        long address = address(ref);
        int textOffset = TermRecordDescriptor.textOffset(lengthBytes);
        UNSAFE.putLong(address, TermRecordDescriptor.header(vid, lengthBytes));
        if (textOffset == TermRecordDescriptor.LONG_TEXT_OFFSET) {
            UNSAFE.putInt(address + TermRecordDescriptor.LONG_LENGTH_OFFSET, lengthBytes);
        }
        UNSAFE.copyMemory(
                utf8,
                UnsafeAccess.ARRAY_BYTE_BASE_OFFSET + from,
                null,
                address + textOffset,
                lengthBytes);
    }

    /** Writes a payload without a record; {@link #payload} reads it at the returned ref. */
    int appendPayload(long payload) {
        int ref = ref(reserve(Long.BYTES) + Long.BYTES);
        UNSAFE.putLong(address(ref) + TermRecordDescriptor.PAYLOAD_OFFSET, payload);
        return ref;
    }

    /** Returns the vid of a record, 0 if its term is gone or has another record. */
    long vid(int ref) {
        return TermRecordDescriptor.vid(UNSAFE.getLongVolatile(null, address(ref)));
    }

    /** Sets the vid of a record; loads that follow come after it. */
    void setVidVolatile(int ref, long vid) {
        long address = address(ref);
        long header = UNSAFE.getLong(address);
        UNSAFE.putLongVolatile(null, address, TermRecordDescriptor.withVid(header, vid));
    }

    long payload(int ref) {
        return UNSAFE.getLong(address(ref) + TermRecordDescriptor.PAYLOAD_OFFSET);
    }

    /** Returns a copy of the text. */
    byte[] text(int ref) {
        long address = address(ref);
        byte[] utf8 = new byte[lengthBytes(address)];
        UNSAFE.copyMemory(
                null,
                address + TermRecordDescriptor.textOffset(utf8.length),
                utf8,
                UnsafeAccess.ARRAY_BYTE_BASE_OFFSET,
                utf8.length);
        return utf8;
    }

    /** Adds the text to a block. */
    void text(int ref, TextBlock into) {
        long address = address(ref);
        int lengthBytes = lengthBytes(address);
        int at = into.room(lengthBytes);
        long text = address + TermRecordDescriptor.textOffset(lengthBytes);
        if (lengthBytes < Long.BYTES || lengthBytes > WORDS_BYTES_MAX) {
            UNSAFE.copyMemory(
                    null,
                    text,
                    into.bytes(),
                    UnsafeAccess.ARRAY_BYTE_BASE_OFFSET + at,
                    lengthBytes);
        } else {
            copyWords(text, into.bytes(), at, lengthBytes);
        }
        into.end(lengthBytes);
    }

    /** Copies eight bytes or more; the last word overlaps the one before it. */
    private static void copyWords(long text, byte[] into, int at, int lengthBytes) {
        long to = UnsafeAccess.ARRAY_BYTE_BASE_OFFSET + (long) at;
        int last = lengthBytes - Long.BYTES;
        for (int done = 0; done < last; done += Long.BYTES) {
            UNSAFE.putLong(into, to + done, UNSAFE.getLong(text + done));
        }
        UNSAFE.putLong(into, to + last, UNSAFE.getLong(text + last));
    }

    int textBytes(int ref) {
        return lengthBytes(address(ref));
    }

    /** Returns the last byte of the text, which is not empty. */
    byte lastByte(int ref) {
        long address = address(ref);
        int length = lengthBytes(address);
        return UNSAFE.getByte(address + TermRecordDescriptor.textOffset(length) + length - 1);
    }

    /** Returns true if the record is that of the term {@code key}. */
    boolean matches(int ref, TermKey key) {
        long address = address(ref);
        int length = lengthBytes(address);
        return length == key.length()
                && sameText(key, address + TermRecordDescriptor.textOffset(length));
    }

    private static boolean sameText(TermKey key, long text) {
        byte[] utf8 = key.utf8();
        int from = key.from();
        int exact = key.tagFrom() - from;
        int at = 0;
        for (; at + Long.BYTES <= exact; at += Long.BYTES) {
            if (UNSAFE.getLong(utf8, UnsafeAccess.ARRAY_BYTE_BASE_OFFSET + from + at)
                    != UNSAFE.getLong(text + at)) {
                return false;
            }
        }
        for (; at < exact; at++) {
            if (utf8[from + at] != UNSAFE.getByte(text + at)) {
                return false;
            }
        }
        for (; at < key.length(); at++) {
            if (LanguageTags.lowerCase(utf8[from + at])
                    != LanguageTags.lowerCase(UNSAFE.getByte(text + at))) {
                return false;
            }
        }
        return true;
    }

    private static int lengthBytes(long address) {
        int length = TermRecordDescriptor.lengthBytes(UNSAFE.getLong(address));
        return length < TermRecordDescriptor.LENGTH_ESCAPE
                ? length
                : UNSAFE.getInt(address + TermRecordDescriptor.LONG_LENGTH_OFFSET);
    }

    private static int ref(long offset) {
        return (int) (offset / TermRecordDescriptor.ALIGNMENT);
    }

    private long address(int ref) {
        long offset = Integer.toUnsignedLong(ref) * TermRecordDescriptor.ALIGNMENT;
        return chunks[(int) (offset >>> CHUNK_SHIFT)] + (offset & (CHUNK_BYTES - 1));
    }

    /** Returns the offset of {@code bytes} contiguous bytes. */
    private long reserve(long bytes) {
        long aligned =
                (bytes + TermRecordDescriptor.ALIGNMENT - 1) & -TermRecordDescriptor.ALIGNMENT;
        if (next + aligned > limit) {
            addChunks(aligned);
        }
        long offset = next;
        next += aligned;
        return offset;
    }

    // Sweeps

    /** Starts a sweep: records that are appended from now on count as live. */
    void beginSweep() {
        liveBytes = new int[chunkCount];
        if (chunkCount > 0) {
            keep(current);
        }
    }

    private void keep(int chunk) {
        if (liveBytes != null && chunk < liveBytes.length) {
            liveBytes[chunk] = (int) CHUNK_BYTES;
        }
    }

    /** Counts a record, with its payload if it has one, that the sweep has found live. */
    void countLive(int ref, boolean hasPayload) {
        int chunk = chunk(ref);
        if (chunk < liveBytes.length) {
            while (spans[chunk] == 0) {
                chunk--; // Chunks that were allocated together are freed together.
            }
            long bytes = (hasPayload ? Long.BYTES : 0) + recordBytes(ref);
            liveBytes[chunk] = (int) Math.min(CHUNK_BYTES, liveBytes[chunk] + bytes);
        }
    }

    private long recordBytes(int ref) {
        long length = textBytes(ref);
        return TermRecordDescriptor.textOffset((int) length) + length;
    }

    /**
     * Returns whether a record lies in a chunk that is mostly free, so that it should be copied.
     */
    boolean isSparse(int ref) {
        int chunk = chunk(ref);
        return chunk < liveBytes.length
                && spans[chunk] == 1
                && liveBytes[chunk] > 0
                && liveBytes[chunk] < CHUNK_BYTES / SPARSE_PARTS;
    }

    /** Returns whether there is a chunk with records that should be copied. */
    boolean hasSparse() {
        for (int chunk = 1; chunk < liveBytes.length; chunk++) {
            if (spans[chunk] == 1
                    && liveBytes[chunk] > 0
                    && liveBytes[chunk] < CHUNK_BYTES / SPARSE_PARTS) {
                return true;
            }
        }
        return false;
    }

    /** Notes that a record of a sparse chunk was copied. */
    void uncount(int ref, boolean hasPayload) {
        liveBytes[chunk(ref)] -= (int) ((hasPayload ? Long.BYTES : 0) + recordBytes(ref));
    }

    /** Ends a sweep: frees all chunks without live records but the small first one. */
    void endSweep() {
        for (int chunk = 1; chunk < liveBytes.length; chunk++) {
            if (liveBytes[chunk] == 0 && spans[chunk] > 0) {
                int span = spans[chunk];
                for (int i = 0; i < span; i++) {
                    spans[chunk + i] = 0;
                    freed.addInt(chunk + i);
                }
            }
        }
        liveBytes = null;
    }

    /** Lets chunks that were freed before be used again: no reader sees them any longer. */
    void reuseFreed() {
        free.addAll(freed);
        freed.clear();
    }

    /** Returns the bytes of chunks without records. */
    long freeBytes() {
        return (free.size() + freed.size()) * CHUNK_BYTES;
    }

    private static int chunk(int ref) {
        long offset = Integer.toUnsignedLong(ref) * TermRecordDescriptor.ALIGNMENT;
        return (int) (offset >>> CHUNK_SHIFT);
    }

    // Chunks

    /**
     * Continues in a free chunk, or in a new one, or in as many contiguous ones as a long record
     * takes.
     */
    private void addChunks(long bytes) {
        if (bytes <= CHUNK_BYTES && !free.isEmpty()) {
            int chunk = free.removeAt(free.size() - 1);
            spans[chunk] = 1;
            startIn(chunk, CHUNK_BYTES);
            return;
        }
        boolean first = chunkCount == 0 && bytes <= FIRST_CHUNK_BYTES - OffHeapMemory.ALIGNMENT;
        int count = (int) ((bytes + OffHeapMemory.ALIGNMENT + CHUNK_BYTES - 1) >>> CHUNK_SHIFT);
        if ((long) (chunkCount + count) << CHUNK_SHIFT > OFFSET_MAX) {
            throw WukongsException.fatal(
                    "a stripe of the dictionary is full: bytesMax=" + OFFSET_MAX);
        }
        long chunkBytes = first ? FIRST_CHUNK_BYTES : (long) count << CHUNK_SHIFT;
        long address = memory.allocate(chunkBytes);
        long[] grown = chunks;
        if (chunkCount + count > grown.length) {
            int length = Math.max(chunkCount + count, grown.length * 2);
            grown = Arrays.copyOf(grown, length);
            spans = Arrays.copyOf(spans, length);
        }
        for (int i = 0; i < count; i++) {
            grown[chunkCount + i] = address + ((long) i << CHUNK_SHIFT);
        }
        chunks = grown;
        spans[chunkCount] = count;
        chunkCount += count;
        startIn(chunkCount - count, chunkBytes);
    }

    private void startIn(int chunk, long bytes) {
        keep(chunk);
        current = chunk;
        long from = (long) chunk << CHUNK_SHIFT;
        next = from + (chunk == 0 ? OffHeapMemory.ALIGNMENT : 0); // offset 0 is not a ref
        limit = from + bytes;
    }
}
