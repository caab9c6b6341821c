package org.wukongs.store.persistentstore;

import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.wukongs.store.memory.TripleIndex;
import org.wukongs.stream.StreamDefinition;

/**
 * Stored graphs by name; the default graph {@link StreamDefinition#STORED} is always there.
 *
 * <p>Writer and readers are one thread, so what is in it is exactly the Stable_SN: nothing is
 * absorbed while a query runs.
 */
public final class PersistentStore {

    private final Map<String, TripleIndex> graphs = new TreeMap<>();

    public PersistentStore() {
        graphs.put(StreamDefinition.STORED, new TripleIndex());
    }

    /** The graph of this name, created empty where there is none. */
    public TripleIndex graphFor(String name) {
        return graphs.computeIfAbsent(name, n -> new TripleIndex());
    }

    /** The graph of this name, null where there is none. */
    public TripleIndex graph(String name) {
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
        for (TripleIndex graph : graphs.values()) {
            count += graph.tripleCount();
        }
        return count;
    }

    /** Memory of all neighbour lists; a walk over all of them. */
    public long memoryBytes() {
        long bytes = 0;
        for (TripleIndex graph : graphs.values()) {
            bytes += graph.memoryBytes();
        }
        return bytes;
    }
}
