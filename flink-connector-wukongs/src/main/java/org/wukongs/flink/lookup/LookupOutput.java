package org.wukongs.flink.lookup;

import java.io.Serializable;
import java.util.List;
import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.util.Collector;

/**
 * What an element and the rows found for it become. Called by the task's thread.
 *
 * @param <IN> element type
 * @param <OUT> type of what is emitted
 */
@PublicEvolving
@FunctionalInterface
public interface LookupOutput<IN, OUT> extends Serializable {

    /**
     * Called once for each element, also where nothing was found.
     *
     * @param rows N-Triples terms in the order of the query's variables, null where unbound; for
     *     ASK one row without terms if the answer is yes. They may be cached: do not change them.
     */
    void emit(IN element, List<String[]> rows, Collector<OUT> out) throws Exception;
}
