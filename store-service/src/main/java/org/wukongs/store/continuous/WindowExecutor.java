package org.wukongs.store.continuous;

import java.util.function.Supplier;
import org.wukongs.client.QueryPlan;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.execution.ExecutionContext;
import org.wukongs.store.execution.ExecutionResources;
import org.wukongs.store.execution.GraphSet;
import org.wukongs.store.execution.QueryGuard;
import org.wukongs.store.explore.ExecutionBudget;
import org.wukongs.store.graph.ReaderEpochs;
import org.wukongs.store.progress.StablePoint;
import org.wukongs.store.template.MembersView;
import org.wukongs.store.template.QueryTemplate;
import org.wukongs.store.template.RowsBefore;
import org.wukongs.store.template.TemplateDifference;
import org.wukongs.store.template.TemplateExecution;
import org.wukongs.store.template.TemplateParts;
import org.wukongs.store.template.TemplateResult;

/**
 * Executes templates of continuous queries over windows and the stored graphs at one snapshot. Any
 * thread.
 */
final class WindowExecutor {

    /** A snapshot of the stored graphs that a reader holds. */
    private record Snapshot(ReaderEpochs.Reader reader, long sn) {}

    private final ExecutionResources resources;

    WindowExecutor(ExecutionResources resources) {
        this.resources = resources;
    }

    /** The dictionary of the results' terms. */
    TermDictionary dictionary() {
        return resources.dictionary();
    }

    /**
     * Executes some members of a template and returns their whole results; members that exceed
     * limits together do not fail because of each other. Results that {@code rowsBefore} lacks are
     * computed again at the same snapshot and added to it, because the stored graphs of that time
     * are gone.
     *
     * @param previous inputs of the execution before
     * @param rowsBefore null if it is not asked for
     */
    TemplateResult execute(
            QueryTemplate template,
            MembersView members,
            WindowInputs now,
            WindowInputs previous,
            RowsBefore rowsBefore) {
        StablePoint stable = resources.stablePoint();
        return resources.read(
                reader -> {
                    Snapshot snapshot = new Snapshot(reader, resources.sn(stable, reader));
                    TemplateResult result = result(template, members, now, snapshot);
                    int[] missing = rowsBefore == null ? new int[0] : rowsBefore.missing();
                    if (missing.length > 0) {
                        MembersView again =
                                missing.length == members.memberCount()
                                        ? members
                                        : members.subset(missing);
                        rowsBefore.add(result(template, again, previous, snapshot));
                    }
                    return result;
                });
    }

    private TemplateResult result(
            QueryTemplate template, MembersView members, WindowInputs inputs, Snapshot snapshot) {
        long startNs = resources.nowNs();
        GraphSet graphs = graphs(template, inputs, snapshot.reader());
        Supplier<ExecutionContext> contexts =
                () -> resources.context(graphs, startNs, snapshot.reader());
        TemplateParts parts =
                new TemplateParts(members, template.vars().size(), resources.dictionary());
        new TemplateExecution(template, contexts, parts).execute(members);
        return new TemplateResult(
                template,
                members,
                inputs.windowEndMs(),
                snapshot.sn(),
                resources.nowNs() - startNs,
                parts.rows(),
                parts.failures());
    }

    private GraphSet graphs(
            QueryTemplate template, WindowInputs inputs, ReaderEpochs.Reader reader) {
        return template.dataset().graphs(inputs.views(), resources.stored(reader));
    }

    /**
     * Finds out how a query, or some members of its template together, is executed over windows and
     * the stored graphs as they are.
     *
     * @param members null for the query alone
     */
    QueryPlan explain(
            RegisteredQuery query, MembersView members, WindowInputs inputs, boolean execute) {
        return resources.read(
                reader -> {
                    GraphSet graphs = graphs(query.template(), inputs, reader);
                    ExecutionContext context = resources.context(graphs, resources.nowNs(), reader);
                    try (ExecutionBudget held = context.budget()) {
                        QueryPlan plan =
                                members == null
                                        ? query.compiled().explain(context, execute)
                                        : query.template().explain(context, members, execute);
                        held.trim();
                        return plan;
                    }
                });
    }

    /** The rows of ISTREAM or DSTREAM; {@code before} is null if there was no execution before. */
    TemplateResult difference(RegisteredQuery any, TemplateResult whole, RowsBefore before) {
        return QueryGuard.run(
                () ->
                        TemplateDifference.of(
                                any.query().emission(), whole, before, resources.dictionary()));
    }

    /** Records an execution that failed. */
    void failed(RegisteredQuery query, RuntimeException failure) {
        resources.failures().note(failure, () -> query.query().name());
    }

    /** A budget for results until they are sent. */
    ExecutionBudget resultBudget() {
        return resources.resultBudget();
    }
}
