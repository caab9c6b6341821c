package org.wukongs.client;

import java.util.List;
import org.apache.flink.annotation.Experimental;

/**
 * The next changes of a graph.
 *
 * @param changes in order; may be empty
 * @param position after them
 * @param stableSnapshot the newest Stable_SN of the store
 */
@Experimental
public record FetchedChanges(
        List<TripleChange> changes, ChangelogPosition position, long stableSnapshot) {

    public FetchedChanges {
        changes = List.copyOf(changes);
    }
}
