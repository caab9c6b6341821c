package org.wukongs.store.node;

import java.util.Optional;
import java.util.Set;
import org.wukongs.csparql.Catalog;
import org.wukongs.error.ElsewhereException;
import org.wukongs.error.WukongsException;
import org.wukongs.stream.StreamDefinition;

/**
 * The names for one query that is going to be registered: its streams have to be at one node. If
 * the first one is at another node, that node is to be asked; if a later one is, the query is
 * refused, because no node has all of them. For one parse.
 */
final class OneHomeCatalog implements Catalog {

    private final Catalog streams;
    private String here; // a stream of this node that the query reads, null if there is none yet

    OneHomeCatalog(Catalog streams) {
        this.streams = streams;
    }

    @Override
    public Set<String> streamNames() {
        return streams.streamNames();
    }

    @Override
    public Optional<StreamDefinition> stream(String name) {
        try {
            Optional<StreamDefinition> found = streams.stream(name);
            here = found.isPresent() ? name : here;
            return found;
        } catch (ElsewhereException e) {
            if (here == null) {
                throw e;
            }
            throw WukongsException.user(
                    "the streams of a query are at several nodes, register them at one: stream="
                            + here
                            + " other="
                            + name
                            + " otherNode="
                            + e.node());
        }
    }

    @Override
    public Set<String> graphNames() {
        return streams.graphNames();
    }
}
