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
 * All stored graphs by name; the default graph {@link StreamDefinition#STORED} always exists.
 *
 * <p>One thread writes and creates graphs. Meanwhile queries, in any thread, read {@link #at} the
 * snapshot that their reader holds.
 */
public final class StoredGraphs implements AutoCloseable {

    private final GraphMemory memory;
    private final Map<String, StoredGraph> graphs = new ConcurrentSkipListMap<>();
    private volatile int graphCount; // owner: the writer

    /** {@code memoryBytes} is the memory that all graphs may take. */
    public StoredGraphs(long memoryBytes) {
        this(memoryBytes, InsertThreads.ONE);
    }

    /** Makes stored graphs with threads that share large inserts. */
    public StoredGraphs(long memoryBytes, InsertThreads threads) {
        memory = new GraphMemory(memoryBytes, threads);
        graphFor(StreamDefinition.STORED);
    }

    /** Returns the memory of all graphs: its budget and use, and the epochs that readers enter. */
    public GraphMemory memory() {
        return memory;
    }

    /** Frees the memory; graphs must no longer be used. */
    @Override
    public void close() {
        memory.close();
    }

    /** Returns the graph of this name, created empty if there is none. */
    public StoredGraph graphFor(String name) {
        StoredGraph known = graphs.get(name);
        if (known != null) {
            return known;
        }
        StoredGraph created = memory.newGraph();
        graphs.put(name, created);
        graphCount = graphs.size(); // published last: a reader that sees the count finds the graph
        return created;
    }

    /**
     * Returns the number of graphs. It never falls, and rises after the new graph can be found. Any
     * thread.
     */
    public int graphCountAcquire() {
        return graphCount;
    }

    /** Returns the graph of this name, null if there is none. */
    public StoredGraph graph(String name) {
        return graphs.get(name);
    }

    /**
     * Returns all graphs at the snapshot that a reader holds, valid as long as the reader holds it.
     * Any thread between enter and leave.
     */
    public StoredSnapshot at(long sn) {
        return new StoredSnapshot(this, sn);
    }

    /** Returns the names of all graphs, in order. */
    public List<String> names() {
        return List.copyOf(graphs.keySet());
    }

    /** Returns the names of the named graphs, in order. */
    public Set<String> namedGraphs() {
        Set<String> names = new TreeSet<>(graphs.keySet());
        names.remove(StreamDefinition.STORED);
        return Collections.unmodifiableSet(names);
    }

    /** Returns all graphs. */
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

    /** Returns the off-heap memory that the graphs take. */
    public long memoryBytes() {
        return memory.usedBytes();
    }
}
