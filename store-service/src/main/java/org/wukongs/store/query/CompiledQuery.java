package org.wukongs.store.query;

import org.wukongs.client.QueryPlan;

/** A query that is ready to run, any number of times. */
public interface CompiledQuery {

    QueryResult execute(ExecutionContext context);

    /** How it is answered, for people: the label of a {@link QueryEngine}. */
    String engine();

    /** Its plan for the graphs as they are; with {@code execute}, what its steps took. */
    QueryPlan explain(ExecutionContext context, boolean execute);
}
