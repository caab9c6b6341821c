package org.wukongs.flink.source;

import java.util.List;
import org.apache.flink.annotation.Internal;

/**
 * State of the enumerator in a checkpoint.
 *
 * @param knownSplits ids of all splits, unassigned or at a reader
 * @param unassigned splits that no reader has
 */
@Internal
public record QueryEnumeratorState(List<String> knownSplits, List<QuerySplit> unassigned) {

    public QueryEnumeratorState {
        knownSplits = List.copyOf(knownSplits);
        unassigned = List.copyOf(unassigned);
    }
}
