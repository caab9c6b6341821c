package org.wukongs.store.cluster;

import java.util.Collection;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.wukongs.error.ElsewhereException;

/**
 * The streams of nodes in one process, whose numbers are their places.
 *
 * @param self place of the node that asks
 * @param places of the nodes with a stream, -1 for none
 * @param all names of the streams of all nodes
 */
public record PlacedStreams(
        int self, ToIntFunction<String> places, Supplier<? extends Collection<String>> all)
        implements StreamHomes {

    @Override
    public ElsewhereException elsewhere(String stream) {
        int place = place(stream);
        return place < 0 || place == self
                ? null
                : new ElsewhereException("another node has the stream", place, "");
    }

    @Override
    public int place(String stream) {
        return places.applyAsInt(stream);
    }

    @Override
    public int node(int place) {
        return place;
    }

    @Override
    public Set<String> names() {
        return all.get().stream().filter(name -> place(name) != self).collect(Collectors.toSet());
    }

    @Override
    public long version() {
        return names().hashCode();
    }
}
