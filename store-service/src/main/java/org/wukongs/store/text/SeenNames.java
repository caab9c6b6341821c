package org.wukongs.store.text;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.wukongs.csparql.Catalog;
import org.wukongs.stream.StreamDefinition;

/**
 * A catalog that notes what is looked up in it. So it is known later whether a text still means the
 * same: a text that names no streams and graphs always does. One thread fills it; after that, any
 * thread asks.
 */
final class SeenNames implements Catalog {

    private final Catalog catalog;
    private Set<String> streamNames;
    private Set<String> graphNames;
    private final Map<String, Optional<StreamDefinition>> streams = new HashMap<>();
    private volatile long currentVersion = -1; // of the catalog, when the names were compared last

    SeenNames(Catalog catalog) {
        this.catalog = catalog;
    }

    @Override
    public Set<String> streamNames() {
        streamNames = Set.copyOf(catalog.streamNames());
        return streamNames;
    }

    @Override
    public Optional<StreamDefinition> stream(String name) {
        return streams.computeIfAbsent(name, catalog::stream);
    }

    @Override
    public Set<String> graphNames() {
        graphNames = Set.copyOf(catalog.graphNames());
        return graphNames;
    }

    /**
     * Whether everything that was looked up would be found as it was.
     *
     * @param version changes whenever a name of {@code now} may change its meaning; read before
     */
    boolean isCurrent(Catalog now, long version) {
        if (version == currentVersion) {
            return true;
        }
        boolean same = isSame(now);
        if (same) {
            currentVersion = version;
        }
        return same;
    }

    private boolean isSame(Catalog now) {
        if (streamNames != null && !streamNames.equals(now.streamNames())) {
            return false;
        }
        if (graphNames != null && !graphNames.equals(now.graphNames())) {
            return false;
        }
        for (Map.Entry<String, Optional<StreamDefinition>> stream : streams.entrySet()) {
            if (!stream.getValue().equals(now.stream(stream.getKey()))) {
                return false;
            }
        }
        return true;
    }
}
