package org.wukongs.store.template;

import java.util.Arrays;

/**
 * Rows grouped by member. A counting sort groups them; if there are many members and few rows, the
 * rows are sorted.
 */
final class MemberGroups {

    /** Writing and reading this many members' places is faster than sorting one row. */
    private static final int MEMBERS_PER_ROW_MAX = 16;

    private static final int[] ONE = {1};

    private final int[] members; // of each group, ascending
    private final int[] starts; // first row of each group, then the number of rows
    private final int[] groups; // by member: its group plus 1; null if groups are searched
    private final int[] order; // null if the rows are in order
    private final int count;

    private MemberGroups(int[] members, int[] starts, int count, int[] groups, int[] order) {
        this.members = members;
        this.starts = starts;
        this.count = count;
        this.groups = groups;
        this.order = order;
    }

    /** Groups rows that all belong to member 1. */
    static MemberGroups ofOne(int size) {
        int[] starts = size == 0 ? new int[] {0} : new int[] {0, size};
        return new MemberGroups(ONE, starts, Math.min(1, size), null, null);
    }

    /** Groups rows by {@code members[0..size-1]}, the rows' members, in 1..memberCount. */
    static MemberGroups of(long[] members, int size, int memberCount) {
        boolean ordered = true;
        for (int row = 1; row < size && ordered; row++) {
            ordered = members[row - 1] <= members[row];
        }
        boolean dense = memberCount <= (long) MEMBERS_PER_ROW_MAX * size;
        int[] order = null;
        if (!ordered) {
            order = dense ? counted(members, size, memberCount) : sorted(members, size);
        }
        return cut(members, size, order, dense ? new int[memberCount + 1] : null);
    }

    private static int[] counted(long[] members, int size, int memberCount) {
        int[] places = new int[memberCount + 2];
        for (int row = 0; row < size; row++) {
            places[(int) members[row] + 1]++;
        }
        for (int member = 1; member < places.length; member++) {
            places[member] += places[member - 1];
        }
        int[] order = new int[size];
        for (int row = 0; row < size; row++) {
            order[places[(int) members[row]]++] = row;
        }
        return order;
    }

    private static int[] sorted(long[] members, int size) {
        long[] keys = new long[size];
        for (int row = 0; row < size; row++) {
            keys[row] = members[row] << Integer.SIZE | row;
        }
        Arrays.sort(keys);
        int[] order = new int[size];
        for (int row = 0; row < size; row++) {
            order[row] = (int) keys[row];
        }
        return order;
    }

    private static MemberGroups cut(long[] members, int size, int[] order, int[] groups) {
        int[] found = new int[size];
        int[] starts = new int[size + 1];
        int count = 0;
        for (int row = 0; row < size; row++) {
            int member = (int) members[order == null ? row : order[row]];
            if (count == 0 || found[count - 1] != member) {
                found[count] = member;
                starts[count++] = row;
                if (groups != null) {
                    groups[member] = count;
                }
            }
        }
        starts[count] = size;
        return new MemberGroups(found, starts, count, groups, order);
    }

    /** Bytes of its arrays. */
    long bytes() {
        long groupCount = groups == null ? 0 : groups.length;
        return (members.length + starts.length + groupCount) * Integer.BYTES;
    }

    boolean isOrdered() {
        return order == null;
    }

    /** The row that goes to each place. */
    int[] order() {
        return order;
    }

    /** How many members have rows. */
    int count() {
        return count;
    }

    int member(int group) {
        return members[group];
    }

    /** The first row of a member, in order; 0 if it has none. */
    int from(int member) {
        int group = group(member);
        return group < 0 ? 0 : starts[group];
    }

    /** One more than the last row of a member; 0 if it has none. */
    int to(int member) {
        int group = group(member);
        return group < 0 ? 0 : starts[group + 1];
    }

    /** The group of a member; negative if it has no rows. */
    private int group(int member) {
        if (groups == null) {
            return Arrays.binarySearch(members, 0, count, member);
        }
        return member < groups.length ? groups[member] - 1 : -1;
    }
}
