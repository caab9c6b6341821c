package org.wukongs.store.persistentstore;

import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.wukongs.store.memory.StoredGraph;
import org.wukongs.stream.StreamDefinition;

/**
 * Stored graphs by name; the default graph {@link StreamDefinition#STORED} is always there.
 *
 * <p>Writer and readers are one thread, so what is in it is exactly the Stable_SN: nothing is
 * absorbed while a query runs.
 */
public final class PersistentStore {

    private final Map<String, StoredGraph> graphs = new TreeMap<>();

    public PersistentStore() {
        graphs.put(StreamDefinition.STORED, new StoredGraph());
    }

    /** The graph of this name, created empty where there is none. */
    public StoredGraph graphFor(String name) {
        return graphs.computeIfAbsent(name, n -> new StoredGraph());
    }

    /** The graph of this name, null where there is none. */
    public StoredGraph graph(String name) {
        return graphs.get(name);
    }

    /** Names of the named graphs, in order. */
    public Set<String> namedGraphs() {
        Set<String> names = new TreeSet<>(graphs.keySet());
        names.remove(StreamDefinition.STORED);
        return Collections.unmodifiableSet(names);
    }

    public long tripleCount() {
        long count = 0;
        for (StoredGraph graph : graphs.values()) {
            count += graph.tripleCount();
        }
        return count;
    }

    /** Memory of all neighbour lists; a walk over all of them. */
    public long memoryBytes() {
        long bytes = 0;
        for (StoredGraph graph : graphs.values()) {
            bytes += graph.memoryBytes();
        }
        return bytes;
    }
}
