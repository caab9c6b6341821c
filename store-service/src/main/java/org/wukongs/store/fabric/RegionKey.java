package org.wukongs.store.fabric;

import java.util.List;

/**
 * What a node needs to read another one's memory over a network. It comes from the other node and
 * is checked when it is made.
 *
 * @param host address where the owner listens
 * @param port where the owner listens
 * @param address of the first byte in the owner's process
 * @param bytes of the memory
 * @param keys one for each piece of {@link #PIECE_BYTES}, the last of which may be smaller
 */
public record RegionKey(String host, int port, long address, long bytes, List<Integer> keys) {

    /** A registered piece: DiSNI counts its bytes in an int. */
    public static final int PIECE_BYTES = 1 << 30;

    /** 64 TiB, more than an x86-64 process can map for long. */
    public static final int PIECE_COUNT_MAX = 1 << 16;

    /** Longest name of a host. */
    public static final int HOST_CHARS_MAX = 255;

    public RegionKey {
        boolean isSound =
                !host.isEmpty()
                        && host.length() <= HOST_CHARS_MAX
                        && port > 0
                        && port < 1 << 16
                        && address > 0
                        && (address & 7) == 0
                        && bytes > 0
                        && (bytes & 7) == 0
                        && bytes <= (long) PIECE_COUNT_MAX * PIECE_BYTES
                        && address <= Long.MAX_VALUE - bytes
                        && keys.size() == pieceCount(bytes);
        if (!isSound) {
            throw new IllegalArgumentException(
                    "no key of a memory: port="
                            + port
                            + " address="
                            + address
                            + " bytes="
                            + bytes
                            + " keys="
                            + keys.size());
        }
        keys = List.copyOf(keys);
    }

    /** Returns in how many pieces a memory is registered. */
    public static int pieceCount(long bytes) {
        return (int) ((bytes + PIECE_BYTES - 1) / PIECE_BYTES);
    }
}
