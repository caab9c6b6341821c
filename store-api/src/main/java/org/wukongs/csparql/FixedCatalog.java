package org.wukongs.csparql;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.wukongs.stream.StreamDefinition;

/**
 * An immutable catalog in memory.
 *
 * @param streams by name
 * @param graphNames without the default graph
 */
public record FixedCatalog(Map<String, StreamDefinition> streams, Set<String> graphNames)
        implements Catalog {

    /** A catalog with nothing but the stored default graph. */
    public static final FixedCatalog EMPTY = new FixedCatalog(Map.of(), Set.of());

    public FixedCatalog {
        streams = Map.copyOf(streams);
        graphNames = Set.copyOf(graphNames);
    }

    /** Of two definitions with the same name, the later one counts. */
    public static FixedCatalog of(
            Collection<StreamDefinition> streams, Collection<String> graphNames) {
        Map<String, StreamDefinition> byName = new LinkedHashMap<>();
        streams.forEach(stream -> byName.put(stream.name(), stream));
        return new FixedCatalog(byName, new LinkedHashSet<>(graphNames));
    }

    /** Streams with all the defaults of {@link StreamDefinition#of}. */
    public static FixedCatalog ofNames(List<String> streamNames, List<String> graphNames) {
        return of(streamNames.stream().map(StreamDefinition::of).toList(), graphNames);
    }

    @Override
    public Set<String> streamNames() {
        return streams.keySet();
    }

    @Override
    public Optional<StreamDefinition> stream(String name) {
        return Optional.ofNullable(streams.get(name));
    }
}
