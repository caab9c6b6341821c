package org.wukongs.store.cluster;

import org.wukongs.id.Vids;
import org.wukongs.store.view.Expansion;
import org.wukongs.stream.InputLimits;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/**
 * Answers to {@link StepRequest}s as bytes: of an expansion, the number of ids of each row and the
 * ids; of a probe, a bit for each row. Decoding checks all numbers: a USER error names what is out
 * of bounds.
 */
final class StepAnswers {

    private StepAnswers() {}

    /**
     * Writes the neighbours found for rows 0 to {@code rowCount - 1}, which may be fewer rows than
     * were asked for.
     */
    static void putExpansion(Expansion found, int rowCount, WireWriter out) {
        out.putInt(rowCount);
        int at = 0;
        for (int row = 0; row < rowCount; row++) {
            int end = found.endOf(row, at);
            out.putInt(end - at);
            at = end;
        }
        out.putLongs(found.ids(), at);
    }

    /**
     * Appends the neighbours of an answer to {@code into}, for rows from {@code firstRow} on;
     * returns how many rows the answer has, at most {@code rowCount}.
     */
    static int expansion(WireReader in, int firstRow, int rowCount, Expansion into) {
        int rows = (int) InputLimits.checkRange("rows of an answer", in.getInt(), 0, rowCount);
        int[] lengths = new int[rows];
        long total = 0;
        for (int row = 0; row < rows; row++) {
            lengths[row] =
                    (int)
                            InputLimits.checkRange(
                                    "ids of a row", in.getInt(), 0, RequestLimits.IDS_MAX);
            total += lengths[row];
        }
        long[] ids = ids(in, total);
        into.ensure(ids.length);
        System.arraycopy(ids, 0, into.ids(), into.size(), ids.length);
        for (int row = 0; row < rows; row++) {
            if (lengths[row] > 0) {
                into.extend(firstRow + row, lengths[row]);
            }
        }
        return rows;
    }

    /** Reads ids of neighbours, of which there must be {@code count}. */
    static long[] ids(WireReader in, long count) {
        long[] ids = in.getLongs();
        InputLimits.checkRange("ids of an answer", ids.length, count, count);
        long outside = 0;
        for (long id : ids) {
            outside |= id >>> Vids.BITS | (id == 0 ? 1 : 0);
        }
        InputLimits.checkRange("bits of ids beyond those of a vid", outside, 0, 0);
        return ids;
    }

    /** Writes a bit for each row: set for the {@code size} rows of {@code kept}. */
    static void putKept(int[] kept, int size, int rowCount, WireWriter out) {
        byte[] bits = new byte[(rowCount + Byte.SIZE - 1) / Byte.SIZE];
        for (int i = 0; i < size; i++) {
            bits[kept[i] / Byte.SIZE] |= (byte) (1 << kept[i] % Byte.SIZE);
        }
        out.putBytes(bits);
    }

    /**
     * Writes the kept rows of an answer for {@code rowCount} rows, counted from {@code firstRow},
     * to {@code kept} from place {@code at} on; returns the place after them.
     */
    static int kept(WireReader in, int firstRow, int rowCount, int[] kept, int at) {
        byte[] bits = in.getBytes();
        int bytes = (rowCount + Byte.SIZE - 1) / Byte.SIZE;
        InputLimits.checkRange("bytes of an answer", bits == null ? -1 : bits.length, bytes, bytes);
        int end = at;
        for (int row = 0; row < rowCount; row++) {
            if ((bits[row / Byte.SIZE] >>> row % Byte.SIZE & 1) == 1) {
                kept[end++] = firstRow + row;
            }
        }
        return end;
    }
}
