package org.wukongs.store.query;

import java.util.List;
import java.util.function.LongFunction;
import org.wukongs.client.QueryPlan;
import org.wukongs.store.explore.BindingTable;
import org.wukongs.store.memory.ReaderEpochs;

/**
 * A one-shot query that is parsed and planned, to be executed any number of times, with its own
 * constants or with others in their places. Used by one thread at a time; to be closed, as it holds
 * a reader's slot of the stored graphs.
 */
public final class PreparedQuery implements AutoCloseable {

    private final ExplorationQuery query;
    private final LongFunction<ExecutionContext> contexts;
    private final ReaderEpochs.Reader reader;
    private final long[] ownConstants;

    PreparedQuery(
            ExplorationQuery query,
            LongFunction<ExecutionContext> contexts,
            ReaderEpochs.Reader reader) {
        this.query = query;
        this.reader = reader;
        this.contexts = contexts;
        this.ownConstants =
                QueryGuard.run(
                        reader, sn -> query.shape().constantIds(contexts.apply(sn).dictionary()));
    }

    /** Names of the result's columns. */
    public List<String> vars() {
        return query.query().vars();
    }

    /** The constants of its text as N-Triples strings, in the order of the text. */
    public List<String> constants() {
        return query.shape().constants();
    }

    /** Ids of {@link #constants()} when it was prepared: vids, pids for predicates. */
    public long[] constantIds() {
        return ownConstants.clone();
    }

    /** Its solutions as vids, one column for each of {@link #vars()}; for ASK one row for true. */
    public BindingTable execute() {
        return execute(ownConstants);
    }

    /** As {@link #execute()}, with these ids in the places of its constants. */
    public BindingTable execute(long[] constants) {
        long sn = reader.enter();
        try {
            ExecutionContext context = contexts.apply(sn);
            try {
                context.budget().readSnapshotOf(reader);
                return query.explore(context, constants);
            } finally {
                context.budget().close();
            }
        } finally {
            reader.leave();
        }
    }

    /** Its plan, with what each step takes where it is executed for it. */
    public QueryPlan explain(boolean execute) {
        return QueryGuard.run(reader, sn -> query.explain(contexts.apply(sn), execute));
    }

    @Override
    public void close() {
        reader.close();
    }
}
