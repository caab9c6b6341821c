package org.wukongs.store.template;

import java.util.Arrays;
import org.wukongs.id.IdHash;

/**
 * The constants that the members of a template have in one slot, found by member and by constant.
 * One thread adds; at the same time other threads read the members up to a number through a {@link
 * SlotView}.
 *
 * <p>Members are numbered from 1 in the order in which they are added. {@code table} holds the
 * first member of each constant at the constant's hash, with linear probing; the members of a
 * constant are a chain of ascending numbers. A member that is above a reader's own last number is
 * newer than the reader's view, and so are all members after it in the chain: the reader skips it
 * in the table, or stops there in the chain, and never reads what is not published to it.
 */
final class SlotIndex {

    private static final int CAPACITY_MIN = 8;

    private long[] constants = new long[CAPACITY_MIN]; // by member
    private int[] next = new int[CAPACITY_MIN]; // by member: the next with its constant, 0: none
    private int[] last = new int[CAPACITY_MIN]; // by first member of a constant: the last one
    private long[] distinct = new long[CAPACITY_MIN]; // constants in order of their first members
    private int[] table = new int[2 * CAPACITY_MIN];
    private int memberCount;
    private int distinctCount;

    /** Gives the next member its constant, a vid. */
    void add(long constant) {
        int member = ++memberCount;
        if (member == constants.length) {
            int capacity = 2 * member;
            constants = Arrays.copyOf(constants, capacity);
            next = Arrays.copyOf(next, capacity);
            last = Arrays.copyOf(last, capacity);
        }
        constants[member] = constant;
        int at = place(constant);
        int first = table[at];
        if (first == 0) {
            last[member] = member;
            addDistinct(constant);
            table[at] = member;
            growTable();
        } else {
            next[last[first]] = member;
            last[first] = member;
        }
    }

    private void addDistinct(long constant) {
        if (distinctCount == distinct.length) {
            distinct = Arrays.copyOf(distinct, 2 * distinctCount);
        }
        distinct[distinctCount++] = constant;
    }

    /** The place of a constant in the table, or the place where it would be. */
    private int place(long constant) {
        int at = IdHash.slot(IdHash.mix(constant), table.length);
        while (table[at] != 0 && constants[table[at]] != constant) {
            at = at + 1 & table.length - 1;
        }
        return at;
    }

    /** Keeps the table at most half full. Readers keep the table that they have. */
    private void growTable() {
        if (2 * distinctCount <= table.length) {
            return;
        }
        int[] before = table;
        table = new int[2 * before.length];
        for (int first : before) {
            if (first != 0) {
                table[place(constants[first])] = first;
            }
        }
    }

    long constant(int member) {
        return constants[member];
    }

    /** The number of distinct constants. */
    int distinctCount() {
        return distinctCount;
    }

    /** A view of the present members; it must be published before another thread reads it. */
    SlotView view() {
        return new SlotView(constants, next, distinct, table, memberCount, distinctCount);
    }

    /** Bytes of its arrays. */
    long bytes() {
        long ints = (long) next.length + last.length + table.length;
        long longs = (long) constants.length + distinct.length;
        return ints * Integer.BYTES + longs * Long.BYTES;
    }
}
