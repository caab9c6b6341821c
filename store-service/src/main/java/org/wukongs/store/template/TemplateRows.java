package org.wukongs.store.template;

import java.util.Arrays;
import java.util.List;
import org.wukongs.store.explore.BindingTable;
import org.wukongs.store.explore.RowIndex;
import org.wukongs.store.value.DetachedRows;
import org.wukongs.store.value.RowTerms;

/**
 * Rows that one execution of a query template found: those of all members in one table of ids,
 * member by member. Immutable; any thread.
 */
public final class TemplateRows {

    private final BindingTable table;
    private final RowTerms terms;
    private final MemberGroups groups;
    private final long skipped; // rows of each member to leave out
    private final long limit; // most rows of each member, -1 for all

    private TemplateRows(DetachedRows rows, MemberGroups groups, long skipped, long limit) {
        this.table = rows.table();
        this.terms = rows.terms();
        this.groups = groups;
        this.skipped = skipped;
        this.limit = limit;
    }

    /**
     * Groups rows by member.
     *
     * @param found rows with a member's number in the last column
     * @param terms of the rows' ids
     * @param memberCount the highest number
     * @param skipped rows of each member to leave out
     * @param limit most rows of each member, -1 for all
     */
    static TemplateRows group(
            BindingTable found, RowTerms terms, int memberCount, long skipped, long limit) {
        int[] columns = new int[found.columnCount() - 1];
        Arrays.setAll(columns, column -> column);
        BindingTable rows = found.select(columns);
        MemberGroups groups =
                MemberGroups.of(found.column(columns.length), found.size(), memberCount);
        if (!groups.isOrdered()) {
            rows = rows.gather(groups.order(), found.size());
        }
        return new TemplateRows(new DetachedRows(rows, terms), groups, skipped, limit);
    }

    /** Rows of the only member; {@code skipped} and {@code limit} as in {@link #group}. */
    static TemplateRows ofOne(DetachedRows rows, long skipped, long limit) {
        return new TemplateRows(rows, MemberGroups.ofOne(rows.table().size()), skipped, limit);
    }

    /** The same rows with other ids. */
    TemplateRows with(DetachedRows rows) {
        return new TemplateRows(rows, groups, skipped, limit);
    }

    /**
     * Joins the rows of several parts.
     *
     * @param firsts by part: the number of the part's first member among all members
     * @param memberCount the highest number of all members
     */
    // Only patterns have parts, and their terms are all in the dictionary.
    static TemplateRows concat(List<TemplateRows> parts, List<Integer> firsts, int memberCount) {
        int rowCount = 0;
        for (TemplateRows part : parts) {
            rowCount += part.table.size();
        }
        BindingTable table = new BindingTable(parts.get(0).table.columnCount());
        long[] members = new long[rowCount];
        for (int i = 0; i < parts.size(); i++) {
            TemplateRows part = parts.get(i);
            int before = table.size();
            table.appendAll(part.table);
            for (int group = 0; group < part.groupCount(); group++) {
                int member = part.member(group);
                int from = before + part.groups.from(member);
                int to = before + part.groups.to(member);
                Arrays.fill(members, from, to, firsts.get(i) - 1L + member);
            }
        }
        MemberGroups groups = MemberGroups.of(members, rowCount, memberCount);
        TemplateRows any = parts.get(0);
        return new TemplateRows(new DetachedRows(table, any.terms), groups, any.skipped, any.limit);
    }

    /** Rows of no member. */
    static TemplateRows none(int columnCount, RowTerms terms) {
        MemberGroups groups = MemberGroups.ofOne(0);
        return new TemplateRows(
                new DetachedRows(new BindingTable(columnCount), terms), groups, 0, -1);
    }

    /** Bytes that it takes. */
    public long bytes() {
        return table.bytes() + groups.bytes() + terms.bytes();
    }

    /** The terms of the table's ids. */
    public RowTerms terms() {
        return terms;
    }

    /** All rows; those of a member are {@link #from} to {@link #to} - 1. */
    public BindingTable table() {
        return table;
    }

    /** How many members have rows, counting rows that OFFSET or LIMIT leaves out. */
    public int groupCount() {
        return groups.count();
    }

    /** The number of the {@code group}-th member that has rows, from 0 on, in ascending order. */
    public int member(int group) {
        return groups.member(group);
    }

    /** The first row of a member; equal to {@link #to} if it has none. */
    public int from(int member) {
        return from(groups.from(member), groups.to(member));
    }

    private int from(int first, int end) {
        return (int) Math.min(first + Math.min(skipped, table.size()), end);
    }

    /** One more than the last row of a member. */
    public int to(int member) {
        int end = groups.to(member);
        int from = from(groups.from(member), end);
        return limit < 0 ? end : from + (int) Math.min(end - from, limit);
    }

    /** How many rows a member has. */
    public int size(int member) {
        return to(member) - from(member);
    }

    /** A copy of a member's rows. */
    public BindingTable rows(int member) {
        BindingTable rows = new BindingTable(table.columnCount());
        rows.appendRange(table, from(member), size(member));
        return rows;
    }

    /**
     * The rows of a member that are left after each row that it had {@code before} removes one
     * equal row: for ISTREAM and, with the two exchanged, DSTREAM (docs/queries.md).
     *
     * @param numberBefore the member's number in {@code before}
     * @return numbers of rows in {@link #table()}
     */
    public int[] minus(int member, TemplateRows before, int numberBefore) {
        return RowIndex.minus(
                table,
                from(member),
                to(member),
                before.table,
                before.from(numberBefore),
                before.to(numberBefore));
    }
}
