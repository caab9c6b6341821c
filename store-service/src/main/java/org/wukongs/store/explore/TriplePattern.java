package org.wukongs.store.explore;

/**
 * A triple pattern: where it is matched and what stands in its places.
 *
 * <p>A variable holds vids wherever it stands: as predicate the vid of the predicate's IRI.
 *
 * @param graph index of the view among those that an execution brings
 */
public record TriplePattern(int graph, Place subject, Place predicate, Place object) {}
