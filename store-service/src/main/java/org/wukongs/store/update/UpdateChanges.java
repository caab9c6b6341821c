package org.wukongs.store.update;

import java.util.Map;

/**
 * What a request changes.
 *
 * @param snapshot that it has read
 * @param edits by the name of the graph; graphs that stay as they are are left out
 */
public record UpdateChanges(long snapshot, Map<String, GraphEdit> edits) {

    /** Returns whether a graph exists afterwards that did not exist before. */
    public boolean createsGraph() {
        return edits.values().stream().anyMatch(edit -> edit.known() && !edit.knownBefore());
    }

    public long addedCount() {
        long count = 0;
        for (GraphEdit edit : edits.values()) {
            count += edit.added().size();
        }
        return count;
    }

    public long removedCount() {
        long count = 0;
        for (GraphEdit edit : edits.values()) {
            count += edit.removed().size();
        }
        return count;
    }
}
