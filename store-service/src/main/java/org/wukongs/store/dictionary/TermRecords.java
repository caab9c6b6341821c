package org.wukongs.store.dictionary;

import static org.agrona.UnsafeAccess.UNSAFE;

import java.util.Arrays;
import org.agrona.UnsafeAccess;
import org.wukongs.error.WukongsException;
import org.wukongs.ntriples.LanguageTags;

/**
 * Adjacent records of terms ({@link TermRecordDescriptor}) in chunks of memory. A record is
 * identified by its ref: offset in bytes / {@link TermRecordDescriptor#ALIGNMENT}, 32 bits,
 * unsigned, never 0.
 *
 * <p>Appends exclude each other (the caller's lock); reads take no lock.
 */
final class TermRecords {

    private static final int CHUNK_SHIFT = 16;
    private static final long CHUNK_BYTES = 1L << CHUNK_SHIFT;

    /**
     * Small, so that a dictionary of a few terms does not take a whole chunk in each of its
     * stripes.
     */
    private static final int FIRST_CHUNK_BYTES = 1 << 12;

    private static final long OFFSET_MAX = (1L << Integer.SIZE) * TermRecordDescriptor.ALIGNMENT;

    private final OffHeapMemory memory;
    private volatile long[] chunks = new long[1];
    private long chunkCount;
    // offsets of the next record and of the end of its chunk; owner: the stripe's lock
    private long next;
    private long limit;

    TermRecords(OffHeapMemory memory) {
        this.memory = memory;
    }

    /** Writes a record and returns its ref, which no reader knows yet. */
    int append(long vid, TermValue value, byte[] utf8, int from, int lengthBytes) {
        int textOffset = TermRecordDescriptor.textOffset(lengthBytes);
        int payloadBytes = value.kind().hasValue() ? Long.BYTES : 0;
        long offset = reserve((long) payloadBytes + textOffset + lengthBytes) + payloadBytes;
        int ref = ref(offset);
        long address = address(ref);
        if (payloadBytes > 0) {
            UNSAFE.putLong(address + TermRecordDescriptor.PAYLOAD_OFFSET, value.payload());
        }
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
        return ref;
    }

    /** Writes a payload without a record; {@link #payload} reads it at the returned ref. */
    int appendPayload(long payload) {
        int ref = ref(reserve(Long.BYTES) + Long.BYTES);
        UNSAFE.putLong(address(ref) + TermRecordDescriptor.PAYLOAD_OFFSET, payload);
        return ref;
    }

    long vid(int ref) {
        return TermRecordDescriptor.vid(UNSAFE.getLong(address(ref)));
    }

    long payload(int ref) {
        return UNSAFE.getLong(address(ref) + TermRecordDescriptor.PAYLOAD_OFFSET);
    }

    /** Returns a copy of the text. */
    byte[] text(int ref) {
        byte[] utf8 = new byte[textBytes(ref)];
        copyText(ref, utf8, utf8.length);
        return utf8;
    }

    int textBytes(int ref) {
        return lengthBytes(address(ref));
    }

    /** Copies the text, of {@link #textBytes} bytes, to the start of {@code target}. */
    void copyText(int ref, byte[] target, int lengthBytes) {
        UNSAFE.copyMemory(
                null,
                address(ref) + TermRecordDescriptor.textOffset(lengthBytes),
                target,
                UnsafeAccess.ARRAY_BYTE_BASE_OFFSET,
                lengthBytes);
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

    /** Continues in a new chunk, or in as many contiguous ones as a long record takes. */
    private void addChunks(long bytes) {
        boolean first = chunkCount == 0 && bytes <= FIRST_CHUNK_BYTES - OffHeapMemory.ALIGNMENT;
        long count = (bytes + OffHeapMemory.ALIGNMENT + CHUNK_BYTES - 1) >>> CHUNK_SHIFT;
        if ((chunkCount + count) << CHUNK_SHIFT > OFFSET_MAX) {
            throw WukongsException.fatal(
                    "a stripe of the dictionary is full: bytesMax=" + OFFSET_MAX);
        }
        long chunkBytes = first ? FIRST_CHUNK_BYTES : count << CHUNK_SHIFT;
        long address = memory.allocate(chunkBytes);
        long[] grown = chunks;
        if (chunkCount + count > grown.length) {
            grown = Arrays.copyOf(grown, (int) Math.max(chunkCount + count, grown.length * 2L));
        }
        for (int i = 0; i < count; i++) {
            grown[(int) chunkCount + i] = address + ((long) i << CHUNK_SHIFT);
        }
        chunks = grown;
        // Offset 0 is not a ref.
        next = (chunkCount << CHUNK_SHIFT) + (chunkCount == 0 ? OffHeapMemory.ALIGNMENT : 0);
        limit = (chunkCount << CHUNK_SHIFT) + chunkBytes;
        chunkCount += count;
    }
}
