package org.wukongs.store.query;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.wukongs.store.coordinator.StablePoint;
import org.wukongs.store.explore.BindingTable;

/** Executes continuous queries over windows and the stored graphs at one snapshot. Any thread. */
final class WindowExecutor {

    /** The whole result of an execution, and Stable_SN of what it read. */
    record Outcome(QueryResult result, long snapshot) {}

    /** The rows of all members of a template, and Stable_SN of what they were found in. */
    record SharedOutcome(TemplateRows rows, long snapshot, long engineNs) {}

    private final ExecutionResources resources;

    WindowExecutor(ExecutionResources resources) {
        this.resources = resources;
    }

    /** Of {@code query} at the window end of {@code inputs}. */
    Outcome execute(RegisteredQuery query, WindowInputs inputs) {
        return run(
                query, inputs, (context, sn) -> new Outcome(query.compiled().execute(context), sn));
    }

    /** Of all {@code members}; {@code any} is one of the template's queries. */
    SharedOutcome execute(
            QueryTemplate template, MembersView members, RegisteredQuery any, WindowInputs inputs) {
        return run(
                any,
                inputs,
                (context, sn) -> {
                    TemplateRows rows = template.execute(context, members);
                    return new SharedOutcome(rows, sn, context.elapsedNs());
                });
    }

    /** As above; members that reach limits together do not fail for each other's sake. */
    TemplateResult executeAll(
            QueryTemplate template, MembersView members, RegisteredQuery any, WindowInputs inputs) {
        TemplateResult result =
                new TemplateResult(template, members, resources.dictionary(), inputs.windowEndMs());
        long startNs = resources.nowNs();
        long sn =
                runParts(
                        any,
                        inputs,
                        (contexts, snapshot) -> {
                            new TemplateExecution(template, contexts, result).execute(members);
                            return snapshot;
                        });
        result.complete(sn, resources.nowNs() - startNs);
        return result;
    }

    private <T> T run(
            RegisteredQuery query,
            WindowInputs inputs,
            BiFunction<ExecutionContext, Long, T> work) {
        return runParts(query, inputs, (contexts, sn) -> work.apply(contexts.get(), sn));
    }

    /** Work that may need several contexts over the same graphs. */
    private <T> T runParts(
            RegisteredQuery query,
            WindowInputs inputs,
            BiFunction<Supplier<ExecutionContext>, Long, T> work) {
        long startNs = resources.nowNs();
        StablePoint before = resources.stablePoint();
        GraphSet graphs = new GraphSet();
        inputs.addTo(graphs);
        return resources.read(
                reader -> {
                    Datasets.addStored(query.query(), resources.stored(reader), graphs);
                    return work.apply(
                            () -> resources.context(graphs, startNs, reader),
                            resources.sn(before, reader));
                });
    }

    /** The rows of a member as terms. */
    List<String[]> strings(TemplateRows rows, int member) {
        BindingTable table = rows.table();
        List<String[]> strings = new ArrayList<>(rows.size(member));
        for (int row = rows.from(member); row < rows.to(member); row++) {
            strings.add(ExplorationQuery.strings(table, row, resources.dictionary()));
        }
        return strings;
    }
}
