package org.wukongs.store.query;

/** Executes continuous queries over windows and the stored graphs at one snapshot. Any thread. */
final class WindowExecutor {

    /** The whole result of an execution, and Stable_SN of what it read. */
    record Outcome(QueryResult result, long snapshot) {}

    private final ExecutionResources resources;

    WindowExecutor(ExecutionResources resources) {
        this.resources = resources;
    }

    /** Of {@code query} at the window end of {@code inputs}. */
    Outcome execute(RegisteredQuery query, WindowInputs inputs) {
        long startNs = resources.nowNs();
        long snapshot = resources.stableSn();
        GraphSet graphs = new GraphSet();
        inputs.addTo(graphs);
        QueryResult result =
                resources.read(
                        reader -> {
                            Datasets.addStored(query.query(), resources.stored(reader), graphs);
                            ExecutionContext context = resources.context(graphs, startNs, reader);
                            return query.compiled().execute(context);
                        });
        return new Outcome(result, snapshot);
    }
}
