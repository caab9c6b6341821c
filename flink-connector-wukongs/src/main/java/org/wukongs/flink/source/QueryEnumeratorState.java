package org.wukongs.flink.source;

import java.util.List;
import org.apache.flink.annotation.Internal;

/**
 * What the enumerator checkpoints.
 *
 * @param knownSplits ids of splits that are here or at a reader
 * @param unassigned splits that no reader has
 */
@Internal
public record QueryEnumeratorState(List<String> knownSplits, List<QuerySplit> unassigned) {

    public QueryEnumeratorState {
        knownSplits = List.copyOf(knownSplits);
        unassigned = List.copyOf(unassigned);
    }
}
