package org.wukongs.client;

import java.time.Duration;
import org.apache.flink.annotation.Experimental;

/**
 * Reads the changelog of a stored graph: its triples and then, snapshot by snapshot, what each has
 * added and removed. Requests are sent by the {@link StoreClient} that made this client.
 */
@Experimental
public interface ChangelogClient {

    /** A request gets at most this many changes, whatever it asks for. */
    int CHANGE_COUNT_MAX = 1 << 14;

    /** Constant text of the USER error for a position whose changes the store no longer has. */
    String CHANGES_GONE = "the store no longer has the changes after the reader's position";

    /**
     * Returns the next changes. While the reader is told the triples of the graph, their changes
     * come in between: the sum of all changes is at each {@link FetchedChanges#position} exactly
     * what the position says. A triple that one snapshot removes and adds again is no change; what
     * a snapshot removes comes before what it adds.
     *
     * <p>The store keeps the changes that the reader has not released, as far as its memory for
     * changelogs suffices, also while the reader is gone, but not after the store's end.
     *
     * @param reader its name, unlike those of other readers of the graph
     * @param from {@link ChangelogPosition#START} or the position after the last changes; any later
     *     one than the one released may come again
     * @param releasedSnapshot the reader will not ask again for changes up to this one
     * @param changesMax how many changes at most; fewer come if their terms are long
     * @param wait how long to wait for a change
     * @throws org.wukongs.error.WukongsException USER with {@link #CHANGES_GONE} if the store no
     *     longer has the changes; the reader must begin again. USER if there is no such graph
     */
    FetchedChanges fetch(
            String reader,
            String graph,
            ChangelogPosition from,
            long releasedSnapshot,
            int changesMax,
            Duration wait);

    /** Ends a reader: the store keeps nothing for it. Does nothing if there is no such reader. */
    void end(String reader, String graph);
}
