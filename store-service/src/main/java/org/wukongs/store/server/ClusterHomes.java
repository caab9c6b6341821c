package org.wukongs.store.server;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.wukongs.client.HomeSubject;
import org.wukongs.error.ElsewhereException;
import org.wukongs.error.WukongsException;
import org.wukongs.store.cluster.StreamHomes;
import org.wukongs.store.metadata.Member;

/**
 * Which node of a cluster has what, as the metadata log says: a stream is where it was registered,
 * a query where its streams are. Any thread.
 */
final class ClusterHomes implements StreamHomes {

    /** Places in the addresses of a member: for other nodes, then for clients. */
    static final int FOR_NODES = 0;

    static final int FOR_CLIENTS = 1;

    private final ClusterSettings settings;
    private final ClusterPlaces places;
    private final Supplier<ClusterAgent.View> view;
    private final QueryHomes queries;

    ClusterHomes(
            ClusterSettings settings,
            ClusterPlaces places,
            Supplier<ClusterAgent.View> view,
            QueryHomes queries) {
        this.settings = settings;
        this.places = places;
        this.view = view;
        this.queries = queries;
    }

    /** Returns the number of the node with a subject, null if no node has it. */
    private Integer node(HomeSubject subject) {
        return switch (subject.kind()) {
            case STREAM -> view.get().streams().get(subject.name());
            case QUERY -> queries.ofQuery(subject.name());
            case TEMPLATE -> queries.ofTemplate(subject.name());
        };
    }

    /** Returns the address for clients of the node with a subject, of this one if none has it. */
    String address(HomeSubject subject) {
        Integer node = node(subject);
        return address(node == null ? settings.node() : node, FOR_CLIENTS);
    }

    /** Returns an address of a node that has joined. */
    String address(int node, int place) {
        Member member = member(view.get(), node);
        if (member == null) {
            throw WukongsException.retriable("a node has not joined the cluster: node=" + node);
        }
        List<String> addresses = member.addresses();
        return place < addresses.size() ? addresses.get(place) : "";
    }

    static Member member(ClusterAgent.View view, int node) {
        for (Member member : view.members()) {
            if (member.identity().node() == node) {
                return member;
            }
        }
        return null;
    }

    /** Throws an {@link ElsewhereException} if another node has a subject. */
    void checkHere(HomeSubject subject) {
        ElsewhereException elsewhere = elsewhere(subject);
        if (elsewhere != null) {
            throw elsewhere;
        }
    }

    @Override
    public ElsewhereException elsewhere(HomeSubject subject) {
        Integer node = node(subject);
        if (node == null || node == settings.node()) {
            return null;
        }
        String what =
                switch (subject.kind()) {
                    case STREAM -> "the stream, ask that one: stream=" + subject.name();
                    case QUERY -> "the query, ask that one: query=" + subject.name();
                    case TEMPLATE -> "the template, ask that one: template=" + subject.name();
                };
        return new ElsewhereException(
                "another node of the cluster has " + what, node, address(node, FOR_CLIENTS));
    }

    @Override
    public ElsewhereException elsewhere(String stream) {
        return elsewhere(HomeSubject.stream(stream));
    }

    @Override
    public int place(String stream) {
        Integer node = node(HomeSubject.stream(stream));
        return node == null ? -1 : places.place(node);
    }

    @Override
    public int node(int place) {
        return places.number(place);
    }

    @Override
    public Set<String> names() {
        Set<String> names = new HashSet<>();
        for (Map.Entry<String, Integer> stream : view.get().streams().entrySet()) {
            if (stream.getValue() != settings.node()) {
                names.add(stream.getKey());
            }
        }
        return names;
    }

    @Override
    public long version() {
        return view.get().version();
    }
}
