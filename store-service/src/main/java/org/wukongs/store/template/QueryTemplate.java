package org.wukongs.store.template;

import java.util.Arrays;
import java.util.List;
import org.wukongs.client.QueryPlan;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.store.execution.ExecutionContext;
import org.wukongs.store.explore.BindingTable;
import org.wukongs.store.explore.ExplorationProfile;
import org.wukongs.store.explore.Explorer;
import org.wukongs.store.explore.PlannedPattern;
import org.wukongs.store.explore.Selection;
import org.wukongs.store.plan.CompiledQuery;
import org.wukongs.store.rdf.StoreRdfEvaluation;

/**
 * Queries that differ in constants only, executed together: one plan over their graphs and their
 * {@link MembersView members} answers all, and its rows are grouped by member (docs/adr/0009).
 *
 * <p>One thread subscribes and unsubscribes; any number execute at the same time.
 */
public final class QueryTemplate {

    private final String name;
    private final CompiledQuery first; // one of the queries: what all have in common
    private final List<Integer> slots;
    private final TemplateMembers members;
    private final Runnable unused;
    private volatile SharedPattern shared; // for the slots that vary; any thread may replace it

    /** {@code unused} is run when the last subscription has ended. */
    QueryTemplate(String name, CompiledQuery first, Runnable unused) {
        this.name = name;
        this.first = first;
        this.slots = List.copyOf(first.plan().single().slots());
        this.members = new TemplateMembers(this, slots.size());
        this.unused = unused;
    }

    /** The same for the same queries, in any store. */
    public String name() {
        return name;
    }

    /** What its queries have in common; the constants in its slots are those of one of them. */
    CsparqlQuery query() {
        return first.query();
    }

    /** All of its queries. The thread that registers queries. */
    public SubscriptionList subscriptions() {
        return members.subscriptions();
    }

    /**
     * Adds a query.
     *
     * @param constants a vid for each slot, in the order of the text
     */
    public TemplateSubscription subscribe(String query, long... constants) {
        return members.add(query, constants);
    }

    /** Ends a subscription; false where it had ended. */
    public boolean unsubscribe(TemplateSubscription subscription) {
        boolean ended = members.remove(subscription);
        if (ended && members.count() == 0) {
            unused.run();
        }
        return ended;
    }

    /** One of its queries, for executions of its own, with what all of them share. */
    public CompiledQuery sharing(CompiledQuery query) {
        return first.sharing(query);
    }

    /** Distinct tuples of constants that queries have. */
    public int memberCount() {
        return members.count();
    }

    /** Bytes that its members take, without their subscriptions. */
    public long memberBytes() {
        return members.bytes();
    }

    /** Names of the result's columns, by the first of its queries. */
    public List<String> vars() {
        return first.query().vars();
    }

    /** The members as they are now. Any thread. */
    public MembersView members() {
        return members.view();
    }

    /** As {@link #execute(ExecutionContext, MembersView)}, for all members. */
    public TemplateRows execute(ExecutionContext context) {
        return execute(context, members());
    }

    /**
     * The rows of each member of a view: as a bag those that an execution of its own would give.
     *
     * @param view the members at some time, or a {@link MembersView#subset} of them, the numbers of
     *     which the rows have
     */
    public TemplateRows execute(ExecutionContext context, MembersView view) {
        Selection wanted = first.plan().single().selection();
        BindingTable found;
        if (view.memberCount() > 1 && isSharable(view)) {
            SharedPattern pattern = shared(view);
            found =
                    explorer(context, view)
                            .select(unit(pattern), planned(pattern, view), all(pattern));
        } else {
            found = oneByOne(context, view);
        }
        context.budget().takeBytes(found.bytes());
        return TemplateRows.group(found, view.memberCount(), wanted.offset(), wanted.limit());
    }

    /** The plan for a view of two members or more, as {@link CompiledQuery#explain}. */
    public QueryPlan explain(ExecutionContext context, MembersView view, boolean execute) {
        ExplorationProfile profile = new ExplorationProfile(new TemplateNames(first.plan()));
        Explorer explorer = explorer(context, view);
        SharedPattern pattern = shared(view);
        if (execute) {
            explorer.profileInto(profile);
            explorer.select(unit(pattern), planned(pattern, view), all(pattern));
        } else {
            explorer.explain(unit(pattern), planned(pattern, view), profile);
        }
        return new QueryPlan(CompiledQuery.EXPLORATION, profile.steps());
    }

    private boolean isSharable(MembersView view) {
        return SharedPattern.fits(first.plan().single()) && view.varyingSlots() != 0;
    }

    private SharedPattern shared(MembersView view) {
        SharedPattern known = shared;
        if (known == null || known.varying() != view.varyingSlots()) {
            known = new SharedPattern(first.plan(), view.varyingSlots());
            shared = known;
        }
        return known;
    }

    private static BindingTable unit(SharedPattern pattern) {
        return BindingTable.unit(pattern.memberColumn() + 1);
    }

    private static PlannedPattern planned(SharedPattern pattern, MembersView view) {
        return pattern.planned(view.memberCount());
    }

    /** All rows of all members; of equal ones one where no more are wanted. */
    private Selection all(SharedPattern pattern) {
        Selection wanted = first.plan().single().selection();
        int[] columns = Arrays.copyOf(wanted.columns(), wanted.columns().length + 1);
        columns[columns.length - 1] = pattern.memberColumn();
        boolean ask = wanted.columns().length == 0 && wanted.offset() == 0 && wanted.limit() == 1;
        return new Selection(columns, wanted.distinct() || ask, 0, -1);
    }

    private Explorer explorer(ExecutionContext context, MembersView view) {
        long[] ids = constants(context, view, 1);
        long[] constants = Arrays.copyOf(ids, ids.length + slots.size());
        for (int slot = 0; slot < slots.size(); slot++) {
            constants[ids.length + slot] = MembersView.pid(slot);
        }
        return first.plan().explorer(StoreRdfEvaluation.input(context), constants, view);
    }

    /** The constants of a member's own query. */
    private long[] constants(ExecutionContext context, MembersView view, int member) {
        long[] constants = first.plan().constantIds(context.dictionary());
        for (int slot = 0; slot < slots.size(); slot++) {
            constants[slots.get(slot)] = view.constant(member, slot);
        }
        return constants;
    }

    private BindingTable oneByOne(ExecutionContext context, MembersView view) {
        Selection wanted = fromFirst(first.plan().single().selection());
        int width = wanted.columns().length;
        BindingTable all = new BindingTable(width + 1);
        for (int member = 1; member <= view.memberCount(); member++) {
            long[] constants = constants(context, view, member);
            BindingTable rows =
                    first.plan().explore(StoreRdfEvaluation.input(context), constants, wanted);
            long[][] columns = new long[width + 1][];
            for (int column = 0; column < width; column++) {
                columns[column] = rows.column(column);
            }
            columns[width] = new long[rows.size()];
            Arrays.fill(columns[width], member);
            all.appendAll(new BindingTable(columns, rows.size()));
            context.checkRows(all.size());
        }
        return all;
    }

    /** As the selection, with the rows that OFFSET leaves out before the others. */
    private static Selection fromFirst(Selection wanted) {
        boolean ends = wanted.limit() >= 0 && wanted.offset() <= Long.MAX_VALUE - wanted.limit();
        long end = ends ? wanted.offset() + wanted.limit() : -1;
        return new Selection(wanted.columns(), wanted.distinct(), 0, end);
    }
}
