package org.wukongs.store.graph;

import org.wukongs.error.WukongsException;
import org.wukongs.store.fabric.RemoteMemory;

/**
 * The head of another node's memory: whether it is what was offered, and whether what was read in
 * it counts. Any thread between enter and leave of the memory.
 */
final class RemoteHead {

    private static final int[] STATE = {SharedMemoryDescriptor.STATE_OFFSET};

    private static final int[] NEWEST_GRAPH = {SharedMemoryDescriptor.NEWEST_GRAPH_OFFSET};

    private static final int[] SET_COUNT = {SharedMemoryDescriptor.SET_COUNT_OFFSET};

    private static final int[] MADE_ONCE = {
        SharedMemoryDescriptor.MAGIC_OFFSET,
        SharedMemoryDescriptor.VERSION_OFFSET,
        SharedMemoryDescriptor.HEAD_BYTES_OFFSET,
        SharedMemoryDescriptor.REGION_BYTES_OFFSET,
        SharedMemoryDescriptor.GENERATION_OFFSET
    };

    private final RemoteMemory memory;
    private final SharedMemoryOffer offer;
    private final int[] changing; // the words by which something counts

    RemoteHead(RemoteMemory memory, SharedMemoryOffer offer) {
        this.memory = memory;
        this.offer = offer;
        this.changing =
                new int[] {
                    SharedMemoryDescriptor.ticket(offer.place()),
                    SharedMemoryDescriptor.OLDEST_ALLOWED_OFFSET,
                    SharedMemoryDescriptor.GENERATION_OFFSET,
                    SharedMemoryDescriptor.STATE_OFFSET
                };
    }

    /**
     * Checks that the memory is what the node has offered.
     *
     * @throws WukongsException USER with the reason if it is not
     */
    void check() {
        long state = word(STATE);
        long[] found = new long[MADE_ONCE.length];
        memory.headWords(MADE_ONCE, MADE_ONCE.length, found);
        expect("magic", SharedMemoryDescriptor.MAGIC, found[0]);
        expect("version", SharedMemoryDescriptor.VERSION, found[1]);
        expect("headBytes", SharedMemoryDescriptor.HEAD_BYTES, found[2]);
        expect("regionBytes", memory.sizeBytes(), found[3]);
        expect("generation", offer.generation(), found[4]);
        if (state != SharedMemoryDescriptor.STATE_OPEN) {
            throw WukongsException.user("shared memory is not open: state=" + state);
        }
    }

    private static void expect(String what, long expected, long found) {
        if (found != expected) {
            throw WukongsException.user(
                    "shared memory is not what was offered: "
                            + what
                            + "="
                            + expected
                            + " found="
                            + found);
        }
    }

    /**
     * Returns whether what was read so far counts for a snapshot that the owner was asked to hold:
     * it holds it still, and has not told readers of it to give up.
     */
    boolean counts(long sn) {
        long[] found = new long[changing.length];
        memory.headWords(changing, changing.length, found);
        return found[0] == offer.ticket()
                && found[1] <= sn
                && found[2] == offer.generation()
                && found[3] == SharedMemoryDescriptor.STATE_OPEN;
    }

    /** Returns the offset of the head of the newest graph, 0 if there is none. */
    long newestGraph() {
        return word(NEWEST_GRAPH);
    }

    /** Returns the number of the last set of predicates that was published. */
    long setCount() {
        return word(SET_COUNT);
    }

    /** Reads the words of a set of predicates that was published. */
    void set(int number, long[] into) {
        int[] at = new int[SharedMemoryDescriptor.SET_BYTES / Long.BYTES];
        for (int i = 0; i < at.length; i++) {
            at[i] = SharedMemoryDescriptor.set(number) + i * Long.BYTES;
        }
        memory.headWords(at, at.length, into);
    }

    private long word(int[] at) {
        long[] found = new long[1];
        memory.headWords(at, 1, found);
        return found[0];
    }
}
