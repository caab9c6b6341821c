package org.wukongs.store.changelog;

import org.wukongs.client.ChangelogPosition;

/**
 * A reader's request for changes.
 *
 * @param from the position after the last changes it got
 * @param releasedSnapshot it will not ask again for changes up to this one
 */
public record ChangesWanted(
        String reader, String graph, ChangelogPosition from, long releasedSnapshot) {}
