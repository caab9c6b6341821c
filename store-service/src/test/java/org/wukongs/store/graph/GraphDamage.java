package org.wukongs.store.graph;

/** Damage to a sound graph, for tests of those who report it. */
public final class GraphDamage {

    private GraphDamage() {}

    /** Makes the graph's count of triples wrong by {@code difference}; its opposite repairs it. */
    public static void addToTripleCount(GraphMemory memory, StoredGraph graph, long difference) {
        MemoryRegion region = memory.region();
        long at = GraphDescriptor.count(graph.head());
        region.putLong(at, region.getLong(at) + difference);
    }
}
