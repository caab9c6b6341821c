package org.wukongs.store.graph;

import java.util.Arrays;
import org.agrona.collections.LongArrayList;

/**
 * The subjects of a graph in ascending order, or its objects, for a thread that holds a snapshot.
 * Some of them may have no triples at that snapshot.
 */
public final class SubjectCursor {

    private final MemoryRegion region;
    private final VertexDirectory.Table table;
    private final long[] sparse; // all, ascending; null if the table is dense
    private long next; // vid in a dense table, place in the array of a sparse one

    /** Of a graph without triples. */
    SubjectCursor() {
        region = null;
        table = null;
        sparse = new long[0];
    }

    /** From a vid on. */
    SubjectCursor(MemoryRegion region, VertexDirectory.Table table, long fromVid) {
        this.region = region;
        this.table = table;
        this.sparse = table.isDense() ? null : sparse();
        seek(fromVid);
    }

    private long[] sparse() {
        LongArrayList vids = new LongArrayList();
        for (long number = 0; number < table.slotCount(); number++) {
            long slot = DirectoryDescriptor.slot(table.slots, number);
            long vid = region.getLongAcquire(slot + DirectoryDescriptor.SLOT_VID_OFFSET);
            if (vid != 0) {
                vids.addLong(vid);
            }
        }
        long[] sorted = vids.toLongArray();
        Arrays.sort(sorted);
        return sorted;
    }

    private void seek(long fromVid) {
        if (sparse == null) {
            next = fromVid;
        } else {
            int place = Arrays.binarySearch(sparse, fromVid);
            next = place < 0 ? -place - 1 : place;
        }
    }

    /** Returns the next vid, {@code Long.MAX_VALUE} at the end. */
    public long next() {
        if (sparse != null) {
            return next < sparse.length ? sparse[(int) next++] : Long.MAX_VALUE;
        }
        while (true) {
            long number = next >>> DirectoryDescriptor.CHUNK_SHIFT;
            if (number >= table.chunks.length) {
                return Long.MAX_VALUE;
            }
            long chunk = table.chunks[(int) number];
            long end = (number + 1) << DirectoryDescriptor.CHUNK_SHIFT;
            while (chunk != 0 && next < end) {
                long vid = next++;
                if (region.getLong(DirectoryDescriptor.denseWord(chunk, vid)) != 0) {
                    return vid;
                }
            }
            next = end;
        }
    }
}
