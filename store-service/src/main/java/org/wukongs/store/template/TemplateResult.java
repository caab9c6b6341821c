package org.wukongs.store.template;

import java.util.ArrayList;
import java.util.List;
import org.wukongs.error.WukongsException;
import org.wukongs.store.algebra.SolutionRows;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.explore.BindingTable;

/**
 * What all queries of a template have at a window end: found at one snapshot, kept as ids, made
 * strings of where somebody asks. Queries with the same constants are one member and share its
 * rows; members that no listener hears of have none. Members, and the queries that subscribed to
 * them, belong to the thread that registers queries; all else may be read by any.
 */
public final class TemplateResult {

    /** Hears of the members that have rows. */
    @FunctionalInterface
    public interface MemberListener {

        /**
         * The rows of all queries of one member.
         *
         * @param rows {@code from} to {@code to} − 1 of the table are the member's
         */
        void rows(TemplateMember member, BindingTable rows, int from, int to);
    }

    /** Hears of the queries that have rows. */
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
    private final TermDictionary dictionary;
    private final long windowEndMs;
    private final long snapshot;
    private final long engineNs;
    private final TemplateRows rows; // by members' numbers
    private final List<MemberFailure> failures; // ascending

    /**
     * @param snapshot Stable_SN of what was read
     * @param engineNs from the beginning of the execution to all rows as ids
     */
    public TemplateResult(
            QueryTemplate template,
            MembersView members,
            TermDictionary dictionary,
            long windowEndMs,
            long snapshot,
            long engineNs,
            TemplateRows rows,
            List<MemberFailure> failures) {
        this.template = template;
        this.members = members;
        this.dictionary = dictionary;
        this.windowEndMs = windowEndMs;
        this.snapshot = snapshot;
        this.engineNs = engineNs;
        this.rows = rows;
        this.failures = failures;
    }

    /** Other rows, which were found from these. */
    TemplateResult with(TemplateRows otherRows, List<MemberFailure> otherFailures, long ns) {
        return new TemplateResult(
                template, members, dictionary, windowEndMs, snapshot, ns, otherRows, otherFailures);
    }

    TermDictionary dictionary() {
        return dictionary;
    }

    public QueryTemplate template() {
        return template;
    }

    public long windowEndMs() {
        return windowEndMs;
    }

    /** Stable_SN of what was read. */
    public long snapshot() {
        return snapshot;
    }

    /** From the beginning of the execution to all rows as ids. */
    public long engineNs() {
        return engineNs;
    }

    /** Names of the rows' columns. */
    public List<String> vars() {
        return template.vars();
    }

    /** The members of then, by whose numbers rows and failures are. */
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

    /** Why a member has no rows, null where it has all it gets. */
    WukongsException failure(int number) {
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
                return failure.reason();
            }
        }
        return null;
    }

    /**
     * Goes to all members that have rows and queries. Costs what members with rows do, however many
     * queries share them. The thread that registers queries.
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
     * Goes to all queries that have rows, those included that got a member's constants only after
     * the execution. The thread that registers queries.
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
     * @throws WukongsException what kept the query, and perhaps others, from having rows
     */
    public int size(TemplateSubscription query) {
        return rows.size(number(query));
    }

    /**
     * The rows of a query as N-Triples, null where a variable is unbound. The thread that registers
     * queries; errors as {@link #size}.
     */
    public List<String[]> strings(TemplateSubscription query) {
        List<String[]> strings = new ArrayList<>();
        int number = number(query);
        for (int row = rows.from(number); row < rows.to(number); row++) {
            strings.add(SolutionRows.strings(rows.table(), row, dictionary));
        }
        return strings;
    }

    /** What its member's number was at the execution; 0, which has no rows, where it was none. */
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
