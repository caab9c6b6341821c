package org.wukongs.flink.lookup;

import java.io.Serializable;
import java.util.List;
import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.util.Collector;

/**
 * Turns an element and the rows found for it into output. Called by the task's thread.
 *
 * @param <IN> element type
 * @param <OUT> type of the output
 */
@PublicEvolving
@FunctionalInterface
public interface LookupOutput<IN, OUT> extends Serializable {

    /**
     * Called once for each element, also if no rows were found.
     *
     * @param rows N-Triples terms in the order of the query's variables, null if unbound; for ASK
     *     one row without terms if the answer is yes. Do not change them: they may be cached.
     */
    void emit(IN element, List<String[]> rows, Collector<OUT> out) throws Exception;
}
