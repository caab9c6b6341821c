package org.wukongs.store.update;

import org.wukongs.store.graph.TripleBuffer;

/**
 * What a request changes in a graph.
 *
 * @param added triples that the graph lacks
 * @param removed triples that the graph has
 * @param known whether the graph exists afterwards
 * @param knownBefore whether it existed before
 */
public record GraphEdit(
        TripleBuffer added, TripleBuffer removed, boolean known, boolean knownBefore) {}
