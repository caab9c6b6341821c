package org.wukongs.store.dictionary;

import java.nio.ByteBuffer;
import org.wukongs.id.Vids;

/**
 * Layout of the dictionary's files, format 1, big-endian.
 *
 * <pre>
 * column family   key                                          value
 * meta            "format"                                     "1"
 * term-vid        text, its language tag in lower case          vid (8 bytes)
 * vid-term        partition (2 bytes) · counter (6 bytes)       text as first spelt
 * pid-vid         pid (4 bytes)                                vid (8 bytes)
 * </pre>
 *
 * A partition's newest counter is that of its last key in vid-term, and is stored nowhere else.
 */
final class DiskKeyDescriptor {

    static final int COUNTER_BYTES = 6;
    static final int VID_KEY_BYTES = Short.BYTES + COUNTER_BYTES;

    private static final int COUNTER_SHIFT = Byte.SIZE * COUNTER_BYTES;

    private DiskKeyDescriptor() {}

    static byte[] vidKey(long vid) {
        return bytes((long) Vids.partition(vid) << COUNTER_SHIFT | Vids.counter(vid));
    }

    /** Returns the key above the keys of all vids of a partition. */
    static byte[] lastVidKey(int partition) {
        return bytes(((partition + 1L) << COUNTER_SHIFT) - 1);
    }

    static long vidOfKey(byte[] key) {
        long bits = number(key);
        return Vids.vid(bits & ((1L << COUNTER_SHIFT) - 1), (int) (bits >>> COUNTER_SHIFT));
    }

    static byte[] pidKey(int pid) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(pid).array();
    }

    static byte[] bytes(long vid) {
        return ByteBuffer.allocate(Long.BYTES).putLong(vid).array();
    }

    static long number(byte[] bytes) {
        return ByteBuffer.wrap(bytes).getLong();
    }
}
