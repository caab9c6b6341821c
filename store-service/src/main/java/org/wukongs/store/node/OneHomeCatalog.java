package org.wukongs.store.node;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.wukongs.csparql.Catalog;
import org.wukongs.store.cluster.RemoteStreams;
import org.wukongs.stream.StreamDefinition;

/**
 * The names for one query that is going to be registered: it is where its first stream is. If that
 * is another node, that one is to be asked. The homes of later streams are asked to keep their
 * tuples for this node. For one parse.
 */
final class OneHomeCatalog implements Catalog {

    private final StreamCatalog streams;
    private final RemoteStreams remote; // null on a node of its own
    private final List<StreamReplicas.Begun> begun;
    private final Map<String, StreamDefinition> asked = new HashMap<>();
    private boolean hasFirst;

    /** {@code begun} is told which streams other nodes keep for this one, also if parsing fails. */
    OneHomeCatalog(StreamCatalog streams, RemoteStreams remote, List<StreamReplicas.Begun> begun) {
        this.streams = streams;
        this.remote = remote;
        this.begun = begun;
    }

    @Override
    public Set<String> streamNames() {
        return streams.streamNames();
    }

    @Override
    public Optional<StreamDefinition> stream(String name) {
        if (!hasFirst) {
            Optional<StreamDefinition> first = streams.stream(name);
            hasFirst = first.isPresent();
            return first;
        }
        Optional<StreamDefinition> here = streams.forQueries().stream(name);
        return here.isPresent() ? here : elsewhere(name);
    }

    private Optional<StreamDefinition> elsewhere(String name) {
        StreamDefinition known = asked.get(name);
        if (known != null) {
            return Optional.of(known);
        }
        int home = streams.homes().place(name);
        if (home < 0 || remote == null) {
            return streams.stream(name);
        }
        StreamReplicas.Begun stream = new StreamReplicas.Begun(home, remote.begin(home, name));
        begun.add(stream);
        asked.put(name, stream.begin().stream());
        return Optional.of(stream.begin().stream());
    }

    @Override
    public Set<String> graphNames() {
        return streams.graphNames();
    }
}
