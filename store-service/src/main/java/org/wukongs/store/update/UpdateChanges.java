package org.wukongs.store.update;

import java.util.Map;

/**
 * What a request changes.
 *
 * @param edits by the name of the graph; graphs that stay as they are are left out
 */
public record UpdateChanges(Map<String, GraphEdit> edits) {

    public long addedCount() {
        return edits.values().stream().mapToLong(edit -> edit.added().size()).sum();
    }

    public long removedCount() {
        return edits.values().stream().mapToLong(edit -> edit.removed().size()).sum();
    }
}
