package org.wukongs.store.update;

import java.util.Map;

/**
 * What a request changes.
 *
 * @param edits by the name of the graph; graphs that stay as they are are left out
 */
public record UpdateChanges(Map<String, GraphEdit> edits) {

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
