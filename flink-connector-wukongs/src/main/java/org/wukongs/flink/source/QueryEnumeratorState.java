package org.wukongs.flink.source;

import java.util.List;
import org.apache.flink.annotation.Internal;

/**
 * What the enumerator checkpoints.
 *
 * @param knownQueries queries that have a split, here or at a reader
 * @param unassigned splits that no reader has
 */
@Internal
public record QueryEnumeratorState(List<String> knownQueries, List<QuerySplit> unassigned) {

    public QueryEnumeratorState {
        knownQueries = List.copyOf(knownQueries);
        unassigned = List.copyOf(unassigned);
    }
}
