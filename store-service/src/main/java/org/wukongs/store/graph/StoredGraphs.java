package org.wukongs.store.graph;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.BiConsumer;
import org.wukongs.id.Vids;
import org.wukongs.stream.StreamDefinition;

/**
 * All stored graphs by name; the default graph {@link StreamDefinition#STORED} always exists.
 *
 * <p>One thread writes and creates graphs. Meanwhile queries, in any thread, read {@link #at} the
 * snapshot that their reader holds.
 */
public final class StoredGraphs implements AutoCloseable {

    private static final long LAST_SNAPSHOT = Long.MAX_VALUE - 1;

    private final GraphMemory memory;
    private final NavigableMap<String, StoredGraph> graphs = new ConcurrentSkipListMap<>();
    private volatile int nameVersion; // owner: the writer

    /** {@code memoryBytes} is the memory that all graphs may take. */
    public StoredGraphs(long memoryBytes) {
        this(memoryBytes, InsertThreads.ONE);
    }

    /** Makes stored graphs with threads that share large inserts. */
    public StoredGraphs(long memoryBytes, InsertThreads threads) {
        this(new GraphMemory(memoryBytes, threads));
    }

    /**
     * Makes stored graphs that other processes can read, in memory that is closed with them.
     *
     * @param shared sets how much memory all graphs may take
     */
    public StoredGraphs(SharedMemory shared, InsertThreads threads) {
        this(new GraphMemory(threads, shared));
    }

    private StoredGraphs(GraphMemory memory) {
        this.memory = memory;
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

    /** Returns the graph of this name, created empty if there is none or it was forgotten. */
    public StoredGraph graphFor(String name) {
        StoredGraph graph = graphs.get(name);
        if (graph != null && graph.isKnownAt(LAST_SNAPSHOT)) {
            return graph;
        }
        if (graph == null) {
            graph = memory.newGraph(name);
            graphs.put(name, graph);
        } else {
            graph.remember();
        }
        countNames(); // last: a reader that sees it finds the graph
        return graph;
    }

    /**
     * Lets a graph, from which all triples were removed, be unknown from the snapshot on that is
     * being written. What was read by its name stays the same graph if the name comes back.
     */
    public void forget(String name) {
        graphs.get(name).forgetFrom(memory.publishedSnapshot() + 1);
        countNames();
    }

    private void countNames() {
        int next = nameVersion + 1; // there is one writer
        nameVersion = next;
    }

    /** Returns true if there is a graph of this name. Any thread. */
    public boolean isKnown(String name) {
        return isKnownAt(name, LAST_SNAPSHOT);
    }

    boolean isKnownAt(String name, long sn) {
        StoredGraph graph = graphs.get(name);
        return graph != null && graph.isKnownAt(sn);
    }

    /**
     * Returns a number that rises whenever a graph was created or forgotten, after that can be
     * seen. Any thread.
     */
    public int nameVersionAcquire() {
        return nameVersion;
    }

    /** Returns the graph of this name, a forgotten one too; null if there never was one. */
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
        return graphs.keySet().stream().filter(this::isKnown).toList();
    }

    /** Returns the names of the named graphs, in order. */
    public Set<String> namedGraphs() {
        return namedGraphsAt(LAST_SNAPSHOT);
    }

    Set<String> namedGraphsAt(long sn) {
        Set<String> names = new TreeSet<>();
        graphs.forEach(
                (name, graph) -> {
                    if (graph.isKnownAt(sn)) {
                        names.add(name);
                    }
                });
        names.remove(StreamDefinition.STORED);
        return Collections.unmodifiableSet(names);
    }

    /** See {@link StoredSnapshot#hasChangedSince}. Any thread. */
    boolean hasChanged(
            long sinceSn, int direction, StoredSnapshot.Place from, StoredSnapshot.Place to) {
        NavigableMap<String, StoredGraph> rest = graphs.tailMap(from.graph(), true);
        for (Map.Entry<String, StoredGraph> entry :
                (to == null ? rest : rest.headMap(to.graph(), true)).entrySet()) {
            String name = entry.getKey();
            long first = name.equals(from.graph()) ? from.vid() : 0;
            long end = to != null && name.equals(to.graph()) ? to.vid() : 1L << Vids.BITS;
            if (entry.getValue().changed(direction).hasChanged(first, end, sinceSn)) {
                return true;
            }
        }
        return false;
    }

    /** Hands on all graphs by name, forgotten ones too. */
    public void forEach(BiConsumer<String, StoredGraph> consumer) {
        graphs.forEach(consumer);
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
