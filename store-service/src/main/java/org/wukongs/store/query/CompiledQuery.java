package org.wukongs.store.query;

/** A query that is ready to run, any number of times. */
public interface CompiledQuery {

    QueryResult execute(ExecutionContext context);

    /** How it is answered, for people: the label of a {@link QueryEngine}. */
    String engine();
}
