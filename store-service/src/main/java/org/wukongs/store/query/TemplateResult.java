package org.wukongs.store.query;

import java.util.ArrayList;
import java.util.List;
import org.wukongs.error.WukongsException;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.explore.BindingTable;

/**
 * What all queries of a template have at a window end: found in one execution at one snapshot, kept
 * as ids, made strings of where somebody asks. Members, and the queries that subscribed to them,
 * belong to the thread that registers queries; all else may be read by any.
 */
public final class TemplateResult implements TemplateExecution.Sink {

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

    /** Members whose rows were found together; they had all those limits allow. */
    private record Part(
            MembersView members, int first, TemplateRows rows, WukongsException failure) {

        boolean has(int number) {
            return number >= first && number < first + members.memberCount();
        }
    }

    private final QueryTemplate template;
    private final MembersView members;
    private final TermDictionary dictionary;
    private final long windowEndMs;
    private final List<Part> parts = new ArrayList<>(); // in the order of members' numbers
    private long snapshot;
    private long engineNs;
    private int membersAdded;

    TemplateResult(
            QueryTemplate template,
            MembersView members,
            TermDictionary dictionary,
            long windowEndMs) {
        this.template = template;
        this.members = members;
        this.dictionary = dictionary;
        this.windowEndMs = windowEndMs;
    }

    /** The next members' rows. */
    @Override
    public void rows(MembersView view, TemplateRows rows) {
        add(view, rows, null);
    }

    /** Why the next members have none: a limit of theirs, else all fails. */
    @Override
    public void failed(MembersView view, WukongsException reason) {
        if (reason.category() != WukongsException.Category.USER) {
            throw reason;
        }
        add(view, null, reason);
    }

    private void add(MembersView view, TemplateRows rows, WukongsException failure) {
        parts.add(new Part(view, membersAdded + 1, rows, failure));
        membersAdded += view.memberCount();
    }

    void complete(long readSnapshot, long tookNs) {
        snapshot = readSnapshot;
        engineNs = tookNs;
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

    /** Names of the rows' columns; queries of one template may call them otherwise. */
    public List<String> vars() {
        return template.vars();
    }

    /**
     * Goes to all queries that have rows, those included that got a member's constants only after
     * the execution. The thread that registers queries.
     */
    public void forEach(Listener listener) {
        for (Part part : parts) {
            for (int group = 0; part.rows() != null && group < part.rows().groupCount(); group++) {
                tell(part, part.rows().member(group), listener);
            }
        }
    }

    private static void tell(Part part, int number, Listener listener) {
        TemplateRows rows = part.rows();
        TemplateMember member = part.members().member(number);
        if (member == null || rows.size(number) == 0) {
            return;
        }
        for (TemplateSubscription s = member.newest(); s != null; s = s.next()) {
            listener.rows(s, rows.table(), rows.from(number), rows.to(number));
        }
    }

    /**
     * How many rows a query has. The thread that registers queries.
     *
     * @throws WukongsException what kept the query, and perhaps others, from having rows
     */
    public int size(TemplateSubscription query) {
        int number = number(query);
        Part part = part(number);
        return part == null ? 0 : part.rows().size(number - part.first() + 1);
    }

    /**
     * The rows of a query as N-Triples, null where a variable is unbound. The thread that registers
     * queries; errors as {@link #size}.
     */
    public List<String[]> strings(TemplateSubscription query) {
        List<String[]> strings = new ArrayList<>();
        int number = number(query);
        Part part = part(number);
        if (part != null) {
            TemplateRows rows = part.rows();
            int member = number - part.first() + 1;
            for (int row = rows.from(member); row < rows.to(member); row++) {
                strings.add(ExplorationQuery.strings(rows.table(), row, dictionary));
            }
        }
        return strings;
    }

    /** What its member's number was at the execution; 0 where it was none then. */
    private int number(TemplateSubscription query) {
        TemplateMember member = query.member();
        if (member == null) {
            return 0;
        }
        int number = member.number();
        if (number <= members.memberCount() && members.member(number) == member) {
            return number;
        }
        // Members were numbered anew since, which happens when half of them have gone.
        number = members.memberCount();
        while (number > 0 && members.member(number) != member) {
            number--;
        }
        return number;
    }

    /** Null for the number 0. */
    private Part part(int number) {
        for (Part part : parts) {
            if (part.has(number)) {
                if (part.failure() != null) {
                    throw part.failure();
                }
                return part;
            }
        }
        return null;
    }
}
