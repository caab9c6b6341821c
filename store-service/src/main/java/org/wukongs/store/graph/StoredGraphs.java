package org.wukongs.store.graph;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;
import org.wukongs.stream.StreamDefinition;

/**
 * Stored graphs by name; the default graph {@link StreamDefinition#STORED} is always there.
 *
 * <p>One thread writes, and creates graphs. Queries, in any thread, read {@link #at} the snapshot
 * that their reader holds, while it writes on.
 */
public final class StoredGraphs implements AutoCloseable {

    private final GraphMemory memory;
    private final Map<String, StoredGraph> graphs = new ConcurrentSkipListMap<>();
    private volatile int graphCount; // owner: the writer

    /** {@code memoryBytes} is what all graphs may take. */
    public StoredGraphs(long memoryBytes) {
        this(memoryBytes, InsertThreads.ONE);
    }

    /** As above, with threads that share large inserts. */
    public StoredGraphs(long memoryBytes, InsertThreads threads) {
        memory = new GraphMemory(memoryBytes, threads);
        graphFor(StreamDefinition.STORED);
    }

    /** The memory of all graphs: its budget and use, and the epochs that readers enter. */
    public GraphMemory memory() {
        return memory;
    }

    /** Gives the memory back; nobody may use a graph any more. */
    @Override
    public void close() {
        memory.close();
    }

    /** The graph of this name, created empty where there is none. */
    public StoredGraph graphFor(String name) {
        StoredGraph known = graphs.get(name);
        if (known != null) {
            return known;
        }
        StoredGraph created = memory.newGraph();
        graphs.put(name, created);
        graphCount = graphs.size(); // published last: whoever sees it finds the graph
        return created;
    }

    /** How many graphs there are; it only rises, after the graph can be found. Any thread. */
    public int graphCountAcquire() {
        return graphCount;
    }

    /** The graph of this name, null where there is none. */
    public StoredGraph graph(String name) {
        return graphs.get(name);
    }

    /**
     * All graphs at the snapshot that a reader holds, for as long as it holds it. Any thread
     * between enter and leave.
     */
    public StoredSnapshot at(long sn) {
        return new StoredSnapshot(this, sn);
    }

    /** Names of all graphs, in order. */
    public List<String> names() {
        return List.copyOf(graphs.keySet());
    }

    /** Names of the named graphs, in order. */
    public Set<String> namedGraphs() {
        Set<String> names = new TreeSet<>(graphs.keySet());
        names.remove(StreamDefinition.STORED);
        return Collections.unmodifiableSet(names);
    }

    /** All graphs. */
    public Collection<StoredGraph> graphs() {
        return Collections.unmodifiableCollection(graphs.values());
    }

    public long tripleCount() {
        long count = 0;
        for (StoredGraph graph : graphs.values()) {
            count += graph.tripleCount();
        }
        return count;
    }

    /** Off-heap memory that the graphs take. */
    public long memoryBytes() {
        return memory.usedBytes();
    }
}
