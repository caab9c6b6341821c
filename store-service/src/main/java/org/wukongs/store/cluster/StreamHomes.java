package org.wukongs.store.cluster;

import java.util.Set;
import org.wukongs.client.HomeSubject;
import org.wukongs.error.ElsewhereException;

/** The streams that other nodes of a cluster have. Any thread. */
public interface StreamHomes {

    /** Those of a node of its own. */
    StreamHomes NONE =
            new StreamHomes() {
                @Override
                public ElsewhereException elsewhere(String stream) {
                    return null;
                }

                @Override
                public int place(String stream) {
                    return -1;
                }

                @Override
                public int node(int place) {
                    return place;
                }

                @Override
                public Set<String> names() {
                    return Set.of();
                }

                @Override
                public long version() {
                    return 0;
                }
            };

    /** Returns an error that names the node with a stream; null if it is this node or none. */
    ElsewhereException elsewhere(String stream);

    /**
     * Returns an error that names the node with a query or template; null if it is this node or
     * none.
     */
    default ElsewhereException elsewhere(HomeSubject subject) {
        return null;
    }

    /** Returns the place of the node with a stream among the nodes; -1 if no node has it. */
    int place(String stream);

    /** Returns the number of the node at a place. */
    int node(int place);

    /** Returns the names of the streams of other nodes. */
    Set<String> names();

    /** Returns a number that rises when these names change. */
    long version();
}
