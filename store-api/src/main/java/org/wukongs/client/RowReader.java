package org.wukongs.client;

import org.apache.flink.annotation.Experimental;

/** Receives the rows of a one-shot query's result as they arrive. */
@Experimental
public interface RowReader {

    /** Called once, before the first row. */
    default void begin(OneShotHead head) {}

    /** Called for each row: terms as N-Triples strings, null if unbound. */
    void row(String[] row);
}
