package org.wukongs.flink.changelog;

import java.util.Objects;
import org.apache.flink.annotation.Internal;
import org.apache.flink.api.connector.source.SourceSplit;
import org.wukongs.client.ChangelogPosition;

/**
 * The changelog of a graph from a position on.
 *
 * @param graph the stored graph
 * @param reader name of the reader in the store, unlike any other
 * @param position after the changes that were emitted
 */
@Internal
public record ChangelogSplit(String graph, String reader, ChangelogPosition position)
        implements SourceSplit {

    public ChangelogSplit {
        Objects.requireNonNull(graph, "graph");
        Objects.requireNonNull(reader, "reader");
        Objects.requireNonNull(position, "position");
    }

    @Override
    public String splitId() {
        return graph;
    }

    /** The same split at a later position. */
    ChangelogSplit at(ChangelogPosition next) {
        return new ChangelogSplit(graph, reader, next);
    }
}
