package org.wukongs.store.graph;

import org.wukongs.store.fabric.RemoteMemory;
import org.wukongs.store.fabric.RemoteReadException;

/**
 * First round of a read of another node's memory: the directory words of a column. A sparse table
 * takes as many rounds as the longest search.
 */
final class RemoteDirectory {

    /** At three quarters of the slots taken, searches of some hundred slots are seldom. */
    private static final int SEARCH_MAX = 1 << 14;

    private final RemoteMemory memory;

    RemoteDirectory(RemoteMemory memory) {
        this.memory = memory;
    }

    /**
     * Reads the word of each row of a direction, 0 if its vertex has none, or there is no vertex.
     *
     * @param tables of the graph, null if it is not there
     */
    void words(KnownTables tables, int direction, RemoteColumn column) {
        long tableWord = tables == null ? 0 : tables.tableWord(direction);
        if (tableWord == 0) {
            for (int row = 0; row < column.rows; row++) {
                column.words[row] = column.directions[row] == direction ? 0 : column.words[row];
            }
        } else if (DirectoryDescriptor.isDense(tableWord)) {
            dense(DirectoryDescriptor.table(tableWord), direction, tables, column);
        } else {
            sparse(tableWord, direction, column);
        }
    }

    private void dense(long table, int direction, KnownTables tables, RemoteColumn column) {
        KnownTables.Chunks chunks = tables.chunks(direction);
        if (chunks == null) {
            chunks = new KnownTables.Chunks(chunkCount(table, column));
            tables.know(direction, chunks);
        }
        long[] offsets = column.offsets;
        long[] found = column.heads; // chunk of each row
        int rows = column.rows;
        boolean some = false;
        for (int row = 0; row < rows; row++) {
            long number = column.vids[row] >>> DirectoryDescriptor.CHUNK_SHIFT;
            boolean isRead = column.vids[row] != 0 && column.directions[row] == direction;
            found[row] = isRead ? chunks.offset(number) : 0;
            boolean isAsked = isRead && found[row] == 0 && number < chunks.count();
            offsets[row] = isAsked ? DirectoryDescriptor.chunk(table, number) : 0;
            some |= isAsked;
        }
        if (some) {
            memory.words(offsets, rows, column.read);
        }
        for (int row = 0; row < rows; row++) {
            if (offsets[row] != 0) {
                found[row] = column.read[row];
                chunks.know(column.vids[row] >>> DirectoryDescriptor.CHUNK_SHIFT, found[row]);
            }
            offsets[row] =
                    found[row] == 0
                            ? 0
                            : DirectoryDescriptor.denseWord(found[row], column.vids[row]);
        }
        take(direction, column);
    }

    private long chunkCount(long table, RemoteColumn column) {
        column.offsets[0] = table + DirectoryDescriptor.CHUNK_COUNT_OFFSET;
        memory.words(column.offsets, 1, column.read);
        return RemoteReadException.check(
                "chunks of a directory", column.read[0], 0, memory.sizeBytes() / Long.BYTES);
    }

    private void sparse(long tableWord, int direction, RemoteColumn column) {
        long slots = DirectoryDescriptor.table(tableWord);
        int log = DirectoryDescriptor.slotCountLog(tableWord);
        RemoteReadException.check("logarithm of slots", log, 2, Long.SIZE - 18);
        long mask = (1L << log) - 1;
        long[] offsets = column.offsets;
        long[] found = column.heads; // offset of each row's word
        int waiting = 0;
        for (int row = 0; row < column.rows; row++) {
            found[row] = 0;
            if (column.vids[row] != 0 && column.directions[row] == direction) {
                column.waiting[waiting++] = row;
            }
        }
        for (int search = 0; waiting > 0; search++) {
            RemoteReadException.check("slots of a search", search, 0, Math.min(SEARCH_MAX, mask));
            for (int i = 0; i < waiting; i++) {
                long first = DirectoryDescriptor.firstSlot(column.vids[column.waiting[i]], mask);
                offsets[i] =
                        DirectoryDescriptor.slot(slots, first + search & mask)
                                + DirectoryDescriptor.SLOT_VID_OFFSET;
            }
            memory.words(offsets, waiting, column.read);
            int left = 0;
            for (int i = 0; i < waiting; i++) {
                int row = column.waiting[i];
                long there = column.read[i];
                boolean isIt = there == column.vids[row];
                found[row] = isIt ? offsets[i] + DirectoryDescriptor.SLOT_WORD_OFFSET : 0;
                if (!isIt && there != 0) {
                    column.waiting[left++] = row;
                }
            }
            waiting = left;
        }
        System.arraycopy(found, 0, offsets, 0, column.rows);
        take(direction, column);
    }

    /** Reads the words of the direction's rows at their offsets; those at 0 have none. */
    private void take(int direction, RemoteColumn column) {
        memory.words(column.offsets, column.rows, column.read);
        for (int row = 0; row < column.rows; row++) {
            if (column.directions[row] == direction) {
                column.words[row] = column.offsets[row] == 0 ? 0 : column.read[row];
            }
        }
    }
}
