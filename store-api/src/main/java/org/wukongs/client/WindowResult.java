package org.wukongs.client;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.flink.annotation.PublicEvolving;
import org.wukongs.csparql.ResultForm;

/**
 * The result of one execution of a continuous query.
 *
 * @param query the query's registered name
 * @param windowEndMs t: the execution's windows are [t−range, t)
 * @param snapshot the Stable_SN that its stored patterns read
 * @param form what {@code rows} holds
 * @param vars projected variables without question mark; subject, predicate, object for a graph;
 *     none for ASK
 * @param rows one array for each solution, parallel to {@code vars}; terms as N-Triples strings,
 *     null if unbound; for ASK one empty row for true, none for false
 * @param engineNs the engine's time for this execution, until rows are there as ids
 */
@PublicEvolving
public record WindowResult(
        String query,
        long windowEndMs,
        long snapshot,
        ResultForm form,
        List<String> vars,
        List<String[]> rows,
        long engineNs) {

    /** A thousand rows would fill a log. */
    private static final int ROWS_SHOWN_MAX = 10;

    /** Shows the terms of the first rows. */
    @Override
    public String toString() {
        String shown =
                rows.stream()
                        .limit(ROWS_SHOWN_MAX)
                        .map(Arrays::toString)
                        .collect(Collectors.joining(", "));
        int left = rows.size() - ROWS_SHOWN_MAX;
        return "WindowResult[query="
                + query
                + ", windowEndMs="
                + windowEndMs
                + ", snapshot="
                + snapshot
                + ", form="
                + form
                + ", vars="
                + vars
                + ", rows=["
                + shown
                + (left > 0 ? ", and " + left + " more" : "")
                + "], engineNs="
                + engineNs
                + "]";
    }
}
