package org.wukongs.store.graph;

import java.util.Arrays;
import org.wukongs.id.Keys;
import org.wukongs.store.fabric.RemoteMemory;
import org.wukongs.store.fabric.RemoteReadException;

/**
 * Second round of a read of another node's memory: the values under the predicates of a column,
 * which its directory words lead to.
 */
final class RemoteValues {

    private final RemoteMemory memory;
    private final RemotePredicateSets sets;

    RemoteValues(RemoteMemory memory, RemotePredicateSets sets) {
        this.memory = memory;
        this.sets = sets;
    }

    /**
     * Reads the value of each row, maybe marked; 0 if there is none.
     *
     * @param codes of the predicate that all rows have, null if they have several
     */
    void values(byte[] codes, RemoteColumn column) {
        int rows = column.rows;
        boolean some = false;
        for (int row = 0; row < rows; row++) {
            column.offsets[row] = 0;
            column.values[row] = 0;
            long word = column.words[row];
            if (word != 0) {
                locate(word, codes, row, column);
                some |= column.offsets[row] != 0;
            }
        }
        if (some) {
            memory.words(column.offsets, rows, column.read);
        }
        long all = 0;
        for (int row = 0; row < rows; row++) {
            if (column.offsets[row] != 0) {
                column.values[row] = column.read[row];
            }
            all |= column.values[row];
        }
        RemoteReadException.check("bits beyond a value", all >>> ValueDescriptor.SET_SHIFT, 0, 0);
    }

    /** Finds a row's value, or where it is. */
    private void locate(long word, byte[] codes, int row, RemoteColumn column) {
        int set = ValueDescriptor.set(word);
        int code = code(codes, set, column.pids[row]);
        if (code == PredicateSets.WHOLE) {
            column.values[row] = ValueDescriptor.value(word);
        } else if (code < PredicateSets.OWN_PIDS) {
            column.offsets[row] =
                    RecordDescriptor.value(
                            ValueDescriptor.offset(word), code - PredicateSets.FIRST_PLACE);
        } else if (code == PredicateSets.OWN_PIDS) {
            column.offsets[row] = ownValue(ValueDescriptor.offset(word), column.pids[row]);
        }
    }

    private int code(byte[] codes, int set, int pid) {
        RemoteReadException.check("predicate set", set, 0, PredicateSets.COUNT_MAX);
        if (codes == null) {
            return sets.code(set, pid);
        }
        int code = codes[set] & 0xFF;
        if (code == PredicateSets.NOT_KNOWN) {
            code = sets.code(set, pid);
            codes[set] = (byte) code;
        }
        return code;
    }

    /** Returns the offset of a value in a record with its own predicates, 0 if it has none. */
    private long ownValue(long record, int pid) {
        long[] first = new long[1];
        memory.range(record + RecordDescriptor.COUNT_OFFSET, 1, first, 0);
        int count =
                (int)
                        RemoteReadException.check(
                                "predicates of a record",
                                SharedMemoryDescriptor.firstInt(first[0]),
                                1,
                                Keys.PID_MAX);
        int words = (int) (RecordDescriptor.ownGranules(count) - count);
        long[] head = new long[words];
        memory.range(record, words, head, 0);
        int[] pids = new int[count];
        for (int place = 0; place < count; place++) {
            long word = head[(place + 1) / 2];
            pids[place] =
                    place % 2 == 0
                            ? SharedMemoryDescriptor.secondInt(word)
                            : SharedMemoryDescriptor.firstInt(word);
        }
        int place = Arrays.binarySearch(pids, pid);
        return place < 0 ? 0 : RecordDescriptor.ownValue(record, count, place);
    }
}
