package org.wukongs.store.template;

import java.util.Arrays;

/**
 * Rows grouped by the member that they belong to. Members with many rows in all are counted, a
 * counting sort; of many members of which few have rows, the rows are sorted.
 */
final class MemberGroups {

    /** A place for each member is written and read faster than so many rows are sorted. */
    private static final int MEMBERS_PER_ROW_MAX = 16;

    private final int[] members; // of each group, ascending
    private final int[] starts; // first row of each group, then the number of rows
    private final int[] groups; // by member: its group plus 1; null where they are searched
    private final int[] order; // null where the rows are in order
    private final int count;

    private MemberGroups(int[] members, int[] starts, int count, int[] groups, int[] order) {
        this.members = members;
        this.starts = starts;
        this.count = count;
        this.groups = groups;
        this.order = order;
    }

    /** Groups of {@code members[0..size-1]}, the members of rows, in 1..memberCount. */
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

    /** Of its arrays. */
    long bytes() {
        long groupCount = groups == null ? 0 : groups.length;
        return (members.length + starts.length + groupCount) * Integer.BYTES;
    }

    boolean isOrdered() {
        return order == null;
    }

    /** For each place the row that goes there. */
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

    /** The first row of a member, in order; 0 where it has none. */
    int from(int member) {
        int group = group(member);
        return group < 0 ? 0 : starts[group];
    }

    /** One more than the last row of a member; 0 where it has none. */
    int to(int member) {
        int group = group(member);
        return group < 0 ? 0 : starts[group + 1];
    }

    /** Negative where it has no rows. */
    private int group(int member) {
        if (groups == null) {
            return Arrays.binarySearch(members, 0, count, member);
        }
        return member < groups.length ? groups[member] - 1 : -1;
    }
}
