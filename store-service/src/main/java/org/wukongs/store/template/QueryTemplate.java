package org.wukongs.store.template;

import java.util.Arrays;
import java.util.List;
import org.wukongs.client.QueryPlan;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.csparql.ResultForm;
import org.wukongs.store.algebra.SinglePattern;
import org.wukongs.store.execution.ExecutionContext;
import org.wukongs.store.execution.QueryDataset;
import org.wukongs.store.explore.BindingTable;
import org.wukongs.store.explore.ExplorationProfile;
import org.wukongs.store.explore.Explorer;
import org.wukongs.store.explore.PlannedPattern;
import org.wukongs.store.explore.Selection;
import org.wukongs.store.plan.CompiledQuery;
import org.wukongs.store.rdf.StoreRdfEvaluation;
import org.wukongs.store.value.DetachedRows;
import org.wukongs.store.value.RowTerms;

/**
 * Queries that differ in constants only and are executed together: one plan over their graphs and
 * their {@link MembersView members} answers all of them, and its rows are grouped by member
 * (docs/adr/0009). A query that is more than one basic graph pattern is the only one of its
 * template.
 *
 * <p>One thread subscribes and unsubscribes; any number execute at the same time.
 */
public final class QueryTemplate {

    private final String name;
    private final CompiledQuery first; // one of the queries, for what all have in common
    private final int[] slots; // indexes of constants
    private final QueryDataset dataset;
    private final TemplateMembers members;
    private final Runnable unused;
    private volatile SharedPattern shared; // for the slots that vary; any thread may replace it

    /** {@code unused} runs when the last subscription ends. */
    QueryTemplate(String name, CompiledQuery first, Runnable unused) {
        this.name = name;
        this.first = first;
        SinglePattern single = first.plan().single();
        this.slots = single == null ? new int[0] : ints(single.slots());
        this.dataset = new QueryDataset(first.query());
        this.members = new TemplateMembers(this, slots.length);
        this.unused = unused;
    }

    private static int[] ints(List<Integer> numbers) {
        return numbers.stream().mapToInt(Integer::intValue).toArray();
    }

    /**
     * The template's name, which is the same for the same queries in any store; null if the
     * template can have one query only.
     */
    public String name() {
        return name;
    }

    /** A query that stands for all; the constants in its slots are those of one of the queries. */
    CsparqlQuery query() {
        return first.query();
    }

    /** The windows and stored graphs that all of its queries read. */
    public QueryDataset dataset() {
        return dataset;
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

    /** Ends a subscription; returns false if it had ended. */
    public boolean unsubscribe(TemplateSubscription subscription) {
        boolean ended = members.remove(subscription);
        if (ended && members.count() == 0) {
            unused.run();
        }
        return ended;
    }

    /**
     * Makes one of its queries, for executions of its own, use the parts that all queries share.
     */
    public CompiledQuery sharing(CompiledQuery query) {
        return first.sharing(query);
    }

    /** The number of distinct tuples of constants. */
    public int memberCount() {
        return members.count();
    }

    /** Bytes that the members take, without their subscriptions. */
    public long memberBytes() {
        return members.bytes();
    }

    /** Names of the result's columns. */
    public List<String> vars() {
        return first.vars();
    }

    /** The form of the result. */
    public ResultForm form() {
        return first.query().form();
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
     * Executes the template: each member of a view gets the same bag of rows as from an execution
     * of its own.
     *
     * @param view the members at some time or a {@link MembersView#subset} of them; rows have its
     *     numbers
     */
    public TemplateRows execute(ExecutionContext context, MembersView view) {
        SinglePattern single = first.plan().single();
        if (single == null) {
            DetachedRows rows = first.execute(context).rows().detach(context.dictionary());
            context.budget().takeBytes(rows.table().bytes());
            return TemplateRows.ofOne(rows, 0, -1);
        }
        return CompiledQuery.evaluate(() -> explore(context, view, single.selection()));
    }

    private TemplateRows explore(ExecutionContext context, MembersView view, Selection wanted) {
        RowTerms terms = RowTerms.of(context.dictionary());
        if (view.memberCount() == 1) {
            DetachedRows rows = new DetachedRows(explore(context, view, 1, wanted), terms);
            context.budget().takeBytes(rows.table().bytes());
            return TemplateRows.ofOne(rows, wanted.offset(), wanted.limit());
        }
        BindingTable found;
        if (isSharable(view)) {
            SharedPattern pattern = shared(view);
            found =
                    explorer(context, view)
                            .select(unit(pattern), planned(pattern, view), all(pattern));
        } else {
            found = oneByOne(context, view);
        }
        context.budget().takeBytes(found.bytes());
        return TemplateRows.group(
                found, terms, view.memberCount(), wanted.offset(), wanted.limit());
    }

    /** The rows of one member, including those that OFFSET leaves out. */
    private BindingTable explore(
            ExecutionContext context, MembersView view, int member, Selection wanted) {
        return first.plan()
                .explore(
                        StoreRdfEvaluation.input(context),
                        constants(context, view, member),
                        fromFirst(wanted));
    }

    /**
     * The plan for a view, as {@link CompiledQuery#explain}: that of one of the queries if they are
     * not executed together.
     */
    public QueryPlan explain(ExecutionContext context, MembersView view, boolean execute) {
        if (first.plan().single() == null || view.memberCount() < 2 || !isSharable(view)) {
            return first.explain(context, execute);
        }
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

    /** Selects all rows of all members; of equal rows one if no more are wanted. */
    private Selection all(SharedPattern pattern) {
        Selection wanted = first.plan().single().selection();
        int[] columns = Arrays.copyOf(wanted.columns(), wanted.columns().length + 1);
        columns[columns.length - 1] = pattern.memberColumn();
        boolean ask = wanted.columns().length == 0 && wanted.offset() == 0 && wanted.limit() == 1;
        return new Selection(columns, wanted.distinct() || ask, 0, -1);
    }

    private Explorer explorer(ExecutionContext context, MembersView view) {
        long[] ids = constants(context, view, 1);
        long[] constants = Arrays.copyOf(ids, ids.length + slots.length);
        for (int slot = 0; slot < slots.length; slot++) {
            constants[ids.length + slot] = MembersView.pid(slot);
        }
        return first.plan().explorer(StoreRdfEvaluation.input(context), constants, view);
    }

    /** The constants of a member's own query. */
    private long[] constants(ExecutionContext context, MembersView view, int member) {
        long[] constants = first.plan().constantIds(context.dictionary());
        for (int slot = 0; slot < slots.length; slot++) {
            constants[slots[slot]] = view.constant(member, slot);
        }
        return constants;
    }

    private BindingTable oneByOne(ExecutionContext context, MembersView view) {
        Selection wanted = first.plan().single().selection();
        int width = wanted.columns().length;
        BindingTable all = new BindingTable(width + 1);
        for (int member = 1; member <= view.memberCount(); member++) {
            BindingTable rows = explore(context, view, member, wanted);
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

    /** The same selection, but including the rows that OFFSET leaves out. */
    private static Selection fromFirst(Selection wanted) {
        if (wanted.offset() == 0) {
            return wanted;
        }
        boolean ends = wanted.limit() >= 0 && wanted.offset() <= Long.MAX_VALUE - wanted.limit();
        long end = ends ? wanted.offset() + wanted.limit() : -1;
        return new Selection(wanted.columns(), wanted.distinct(), 0, end);
    }
}
