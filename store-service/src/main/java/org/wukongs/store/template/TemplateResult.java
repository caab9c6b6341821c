package org.wukongs.store.template;

import java.util.ArrayList;
import java.util.List;
import org.wukongs.error.WukongsException;
import org.wukongs.store.explore.BindingTable;
import org.wukongs.store.value.SolutionRows;

/**
 * Result of all queries of a template at a window end. The rows are found at one snapshot and kept
 * as ids; strings are made only on demand. Queries with the same constants are one member and share
 * its rows; members that no listener is told of have no rows. Members, and the queries that
 * subscribed to them, belong to the thread that registers queries; any thread may read the rest.
 */
public final class TemplateResult {

    /** Is told of the members that have rows. */
    @FunctionalInterface
    public interface MemberListener {

        /**
         * The rows of all queries of one member.
         *
         * @param rows {@code from} to {@code to} − 1 of the table are the member's
         */
        void rows(TemplateMember member, BindingTable rows, int from, int to);
    }

    /** Is told of the queries that have rows. */
    @FunctionalInterface
    public interface Listener {

        /**
         * The rows of one query.
         *
         * @param rows {@code from} to {@code to} − 1 of the table are the query's
         */
        void rows(TemplateSubscription query, BindingTable rows, int from, int to);
    }

    private final QueryTemplate template;
    private final MembersView members;
    private final long windowEndMs;
    private final long snapshot;
    private final long engineNs;
    private final TemplateRows rows; // by members' numbers
    private final List<MemberFailure> failures; // ascending

    /**
     * @param snapshot Stable_SN of the stored graphs that were read
     * @param engineNs from the beginning of the execution to all rows as ids
     */
    public TemplateResult(
            QueryTemplate template,
            MembersView members,
            long windowEndMs,
            long snapshot,
            long engineNs,
            TemplateRows rows,
            List<MemberFailure> failures) {
        this.template = template;
        this.members = members;
        this.windowEndMs = windowEndMs;
        this.snapshot = snapshot;
        this.engineNs = engineNs;
        this.rows = rows;
        this.failures = failures;
    }

    /** The same result with other rows, computed from these. */
    TemplateResult with(TemplateRows otherRows, List<MemberFailure> otherFailures) {
        return new TemplateResult(
                template, members, windowEndMs, snapshot, engineNs, otherRows, otherFailures);
    }

    public QueryTemplate template() {
        return template;
    }

    public long windowEndMs() {
        return windowEndMs;
    }

    /** Stable_SN of the stored graphs that were read. */
    public long snapshot() {
        return snapshot;
    }

    /**
     * Time from the beginning of the execution to all rows as ids, without computing the difference
     * of ISTREAM or DSTREAM.
     */
    public long engineNs() {
        return engineNs;
    }

    /** Names of the rows' columns. */
    public List<String> vars() {
        return template.vars();
    }

    /** The members at the time of the execution; rows and failures have their numbers. */
    public MembersView members() {
        return members;
    }

    public TemplateRows rows() {
        return rows;
    }

    /** Members that have no rows because of a limit, in order of their numbers. */
    public List<MemberFailure> failures() {
        return failures;
    }

    /** The reason why a member has no rows; null if the member did not fail. */
    public WukongsException failure(int number) {
        MemberFailure failure = failures.isEmpty() ? null : memberFailure(number);
        return failure == null ? null : failure.reason();
    }

    /** Whether a member has no rows because it and others exceed a limit together. */
    public boolean failedWithOthers(int number) {
        MemberFailure failure = failures.isEmpty() ? null : memberFailure(number);
        return failure != null && failure.first() < failure.last();
    }

    private MemberFailure memberFailure(int number) {
        int low = 0;
        int high = failures.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            MemberFailure failure = failures.get(middle);
            if (failure.last() < number) {
                low = middle + 1;
            } else if (failure.first() > number) {
                high = middle - 1;
            } else {
                return failure;
            }
        }
        return null;
    }

    /**
     * Tells of all members that have rows and queries. The cost depends on the members with rows,
     * not on how many queries share them. The thread that registers queries.
     */
    public void forEachMember(MemberListener listener) {
        for (int group = 0; group < rows.groupCount(); group++) {
            int number = rows.member(group);
            TemplateMember member = members.member(number);
            int from = rows.from(number);
            int to = rows.to(number);
            if (member != null && from < to) {
                listener.rows(member, rows.table(), from, to);
            }
        }
    }

    /**
     * Tells of all queries that have rows, including queries that were registered after the
     * execution with a member's constants. The thread that registers queries.
     */
    public void forEach(Listener listener) {
        forEachMember(
                (member, table, from, to) -> {
                    for (TemplateSubscription s = member.newest(); s != null; s = s.next()) {
                        listener.rows(s, table, from, to);
                    }
                });
    }

    /**
     * How many rows a query has. The thread that registers queries.
     *
     * @throws WukongsException the failure of the query, and perhaps of others
     */
    public int size(TemplateSubscription query) {
        return rows.size(number(query));
    }

    /**
     * The rows of a query as N-Triples, null for an unbound variable. The thread that registers
     * queries; errors as {@link #size}.
     */
    public List<String[]> strings(TemplateSubscription query) {
        List<String[]> strings = new ArrayList<>();
        int number = number(query);
        for (int row = rows.from(number); row < rows.to(number); row++) {
            strings.add(SolutionRows.strings(rows.table(), row, rows.terms()));
        }
        return strings;
    }

    /**
     * The number of its member at the execution; 0, which has no rows, if it was not a member then.
     */
    private int number(TemplateSubscription query) {
        TemplateMember member = query.member();
        if (member == null) {
            return 0;
        }
        MembersView now = member.template().members();
        int number = members.numberOf(now, member.number());
        WukongsException failure = failure(number);
        if (failure != null) {
            throw failure;
        }
        return number;
    }
}
