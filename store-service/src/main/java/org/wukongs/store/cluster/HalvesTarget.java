package org.wukongs.store.cluster;

import java.util.Map;
import org.wukongs.store.graph.TripleHalves;

/** Adds halves of triples to a node's part of the stored graphs. */
public interface HalvesTarget {

    /**
     * Adds halves as one snapshot, in the node's thread; creates graphs that do not exist. Returns
     * how many OUT halves were new.
     *
     * @param sn number of the snapshot, the same at all nodes
     */
    long addHalves(Map<String, TripleHalves> halvesByGraph, long sn);
}
