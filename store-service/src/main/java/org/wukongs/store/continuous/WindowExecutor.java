package org.wukongs.store.continuous;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.wukongs.store.algebra.SolutionRows;
import org.wukongs.store.execution.Datasets;
import org.wukongs.store.execution.ExecutionContext;
import org.wukongs.store.execution.ExecutionResources;
import org.wukongs.store.execution.GraphSet;
import org.wukongs.store.explore.BindingTable;
import org.wukongs.store.explore.ExecutionBudget;
import org.wukongs.store.graph.ReaderEpochs;
import org.wukongs.store.plan.QueryResult;
import org.wukongs.store.progress.StablePoint;
import org.wukongs.store.template.MembersView;
import org.wukongs.store.template.QueryTemplate;
import org.wukongs.store.template.TemplateDifference;
import org.wukongs.store.template.TemplateExecution;
import org.wukongs.store.template.TemplateParts;
import org.wukongs.store.template.TemplateResult;
import org.wukongs.store.template.TemplateRows;

/**
 * Executes continuous queries over windows and the stored graphs at one snapshot. Any thread.
 *
 * <p>Where the execution before is needed and not remembered, it is done again at that snapshot:
 * what the stored graphs were then is gone.
 */
final class WindowExecutor {

    /**
     * The whole result of an execution, and Stable_SN of what it read.
     *
     * @param rowsBefore of the execution before; null where they were not asked for
     */
    record Outcome(List<String[]> rows, List<String[]> rowsBefore, long snapshot, long engineNs) {}

    /**
     * The rows of members of a template, and Stable_SN of what they were found in.
     *
     * @param rowsBefore of members that were asked for, of the execution before; else null
     */
    record SharedOutcome(
            TemplateRows rows, TemplateRows rowsBefore, long snapshot, long engineNs) {}

    /** Some members of a template at a window end. */
    record Share(MembersView members, WindowInputs inputs) {}

    private final ExecutionResources resources;

    WindowExecutor(ExecutionResources resources) {
        this.resources = resources;
    }

    /** The stored graphs as one reader has them. */
    private final class Snapshot {

        private final ReaderEpochs.Reader reader;
        private final long sn;

        Snapshot(ReaderEpochs.Reader reader, long sn) {
            this.reader = reader;
            this.sn = sn;
        }

        /** Contexts for parts of one execution. */
        Supplier<ExecutionContext> contexts(RegisteredQuery query, WindowInputs inputs) {
            long startNs = resources.nowNs();
            GraphSet graphs = new GraphSet();
            inputs.addTo(graphs);
            Datasets.addStored(query.query(), resources.stored(reader), graphs);
            return () -> resources.context(graphs, startNs, reader);
        }
    }

    private <T> T atSnapshot(Function<Snapshot, T> work) {
        StablePoint before = resources.stablePoint();
        return resources.read(
                reader -> work.apply(new Snapshot(reader, resources.sn(before, reader))));
    }

    /**
     * Of {@code query} at the window end of {@code inputs}.
     *
     * @param before the execution before, if its rows are wanted, else null
     * @param held counts the rows, where there are any
     */
    Outcome execute(
            RegisteredQuery query,
            WindowInputs inputs,
            WindowInputs before,
            Supplier<ExecutionBudget> held) {
        return atSnapshot(
                snapshot -> {
                    ExecutionContext context = snapshot.contexts(query, inputs).get();
                    List<String[]> rows;
                    long engineNs;
                    try (ExecutionBudget budget = context.budget()) {
                        QueryResult result = query.compiled().execute(context);
                        engineNs = result.engineNs();
                        rows = strings(result, budget, held);
                    }
                    List<String[]> rowsBefore =
                            before == null ? null : rows(snapshot, query, before, held);
                    return new Outcome(rows, rowsBefore, snapshot.sn, engineNs);
                });
    }

    private static List<String[]> rows(
            Snapshot snapshot,
            RegisteredQuery query,
            WindowInputs inputs,
            Supplier<ExecutionBudget> held) {
        ExecutionContext context = snapshot.contexts(query, inputs).get();
        try (ExecutionBudget budget = context.budget()) {
            return strings(query.compiled().execute(context), budget, held);
        }
    }

    private static List<String[]> strings(
            QueryResult result, ExecutionBudget execution, Supplier<ExecutionBudget> held) {
        SolutionRows rows = result.rows();
        return rows.size() == 0 ? List.of() : rows.strings(execution, held.get());
    }

    /** Takes note of an execution that failed. */
    void failed(RegisteredQuery query, RuntimeException failure) {
        resources.failures().note(failure, () -> query.query().name());
    }

    /** For the results of a job. */
    ExecutionBudget resultBudget() {
        return resources.resultBudget();
    }

    /**
     * Of some members of a template; {@code any} is one of its queries.
     *
     * @param before members and the execution before, if their rows there are wanted, else null
     */
    SharedOutcome execute(QueryTemplate template, RegisteredQuery any, Share now, Share before) {
        return atSnapshot(
                snapshot -> {
                    ExecutionContext context = snapshot.contexts(any, now.inputs()).get();
                    TemplateRows rows = rows(template, context, now);
                    long engineNs = context.elapsedNs();
                    TemplateRows rowsBefore =
                            before == null
                                    ? null
                                    : rows(
                                            template,
                                            snapshot.contexts(any, before.inputs()).get(),
                                            before);
                    return new SharedOutcome(rows, rowsBefore, snapshot.sn, engineNs);
                });
    }

    private static TemplateRows rows(
            QueryTemplate template, ExecutionContext context, Share share) {
        try {
            return template.execute(context, share.members());
        } finally {
            context.budget().close();
        }
    }

    /**
     * The whole results of all members of a template; members that reach limits together do not
     * fail for each other's sake. The first is that of {@code now}; the second, if there is one, is
     * of the execution before and of those members that {@code remembered} does not know.
     *
     * @param before the execution before, null where there was none or nothing is compared with it
     */
    List<TemplateResult> executeAll(
            QueryTemplate template,
            RegisteredQuery any,
            Share now,
            WindowInputs before,
            TemplateResult remembered) {
        return atSnapshot(
                snapshot -> {
                    List<TemplateResult> results = new ArrayList<>();
                    results.add(all(snapshot, template, any, now));
                    int[] missing =
                            before == null
                                    ? new int[0]
                                    : TemplateDifference.missing(now.members(), remembered);
                    if (missing.length > 0) {
                        MembersView members =
                                missing.length == now.members().memberCount()
                                        ? now.members()
                                        : now.members().subset(missing);
                        results.add(all(snapshot, template, any, new Share(members, before)));
                    }
                    return results;
                });
    }

    private TemplateResult all(
            Snapshot snapshot, QueryTemplate template, RegisteredQuery any, Share share) {
        long startNs = resources.nowNs();
        TemplateParts parts = new TemplateParts(share.members(), template.vars().size());
        new TemplateExecution(template, snapshot.contexts(any, share.inputs()), parts)
                .execute(share.members());
        return new TemplateResult(
                template,
                share.members(),
                resources.dictionary(),
                share.inputs().windowEndMs(),
                snapshot.sn,
                resources.nowNs() - startNs,
                parts.rows(),
                parts.failures());
    }

    long nowNs() {
        return resources.nowNs();
    }

    /** The rows of a member as terms, which {@code held} counts. */
    List<String[]> strings(TemplateRows rows, int member, ExecutionBudget held) {
        BindingTable table = rows.table();
        List<String[]> strings = new ArrayList<>(rows.size(member));
        for (int row = rows.from(member); row < rows.to(member); row++) {
            String[] line = SolutionRows.strings(table, row, resources.dictionary());
            held.takeValueBytes(SolutionRows.bytes(line));
            strings.add(line);
        }
        return strings;
    }
}
