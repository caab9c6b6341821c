package org.wukongs.client;

import org.apache.flink.annotation.Experimental;

/** Hears of the result of a one-shot query while it comes. */
@Experimental
public interface RowReader {

    /** Once, before the first row. */
    default void begin(OneShotHead head) {}

    /** Terms as N-Triples strings, null where unbound. */
    void row(String[] row);
}
