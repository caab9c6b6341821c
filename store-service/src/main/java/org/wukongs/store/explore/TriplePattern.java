package org.wukongs.store.explore;

/**
 * A triple pattern: the view against which it is matched, and its three places.
 *
 * <p>A variable has vids in every place: as predicate, the vid of the predicate's IRI.
 *
 * @param graph index of the view among those that an execution provides
 */
public record TriplePattern(int graph, Place subject, Place predicate, Place object) {}
