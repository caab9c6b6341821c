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

    /** Reads the word of each row of a direction, 0 if its vertex has none. */
    void words(long tableWord, int direction, RemoteColumn column) {
        if (tableWord == 0) {
            for (int row = 0; row < column.rows; row++) {
                column.words[row] = column.directions[row] == direction ? 0 : column.words[row];
            }
        } else if (DirectoryDescriptor.isDense(tableWord)) {
            dense(DirectoryDescriptor.table(tableWord), direction, column);
        } else {
            sparse(tableWord, direction, column);
        }
    }

    private void dense(long chunks, int direction, RemoteColumn column) {
        long[] offsets = column.offsets;
        long[] read = column.read;
        offsets[0] = chunks + DirectoryDescriptor.CHUNK_COUNT_OFFSET;
        memory.words(offsets, 1, read);
        long chunkCount =
                RemoteReadException.check(
                        "chunks of a directory", read[0], 0, memory.sizeBytes() / Long.BYTES);
        int rows = column.rows;
        for (int row = 0; row < rows; row++) {
            long number = column.vids[row] >>> DirectoryDescriptor.CHUNK_SHIFT;
            offsets[row] = number < chunkCount ? DirectoryDescriptor.chunk(chunks, number) : 0;
        }
        memory.words(offsets, rows, read);
        for (int row = 0; row < rows; row++) {
            boolean isThere = offsets[row] != 0 && read[row] != 0;
            offsets[row] = isThere ? DirectoryDescriptor.denseWord(read[row], column.vids[row]) : 0;
        }
        take(direction, column);
    }

    private void sparse(long tableWord, int direction, RemoteColumn column) {
        long slots = DirectoryDescriptor.table(tableWord);
        int log = DirectoryDescriptor.slotCountLog(tableWord);
        RemoteReadException.check("logarithm of slots", log, 2, Long.SIZE - 18);
        long mask = (1L << log) - 1;
        long[] offsets = column.offsets;
        int waiting = column.rows;
        for (int row = 0; row < waiting; row++) {
            column.waiting[row] = row;
            column.words[row] = column.directions[row] == direction ? 0 : column.words[row];
        }
        long[] found = column.heads; // offset of each row's word
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
                boolean isIt = there == column.vids[row] && there != 0;
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
