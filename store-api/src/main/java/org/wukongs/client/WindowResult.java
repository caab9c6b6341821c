package org.wukongs.client;

import java.util.List;
import org.apache.flink.annotation.PublicEvolving;
import org.wukongs.csparql.ResultForm;

/**
 * The result of one execution of a continuous query.
 *
 * @param query the query's registered name
 * @param windowEndMs t: the execution's windows are [t−range, t)
 * @param snapshot the Stable_SN that its stored patterns read
 * @param form what {@code rows} holds
 * @param vars projected variables without question mark; for a graph: subject, predicate, object;
 *     for ASK none
 * @param rows one array per solution, parallel to {@code vars}, terms as N-Triples strings, null
 *     where unbound; for ASK one empty row for true, none for false
 * @param engineNs the engine's time for this execution, rows materialised as ids
 */
@PublicEvolving
public record WindowResult(
        String query,
        long windowEndMs,
        long snapshot,
        ResultForm form,
        List<String> vars,
        List<String[]> rows,
        long engineNs) {}
