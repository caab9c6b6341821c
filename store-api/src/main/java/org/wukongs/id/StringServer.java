package org.wukongs.id;

import java.util.List;

/**
 * The dictionary, which gives ids to RDF terms (N-Triples strings). A string keeps its id for ever,
 * also on replay.
 *
 * <p>Each term has a vid; an IRI that is used as a predicate has a pid as well.
 */
public interface StringServer {

    /** The vids of {@code terms} in their order; new terms get one. One bulk call. */
    long[] vertexIds(List<String> terms);

    /** The pids of {@code predicates} in their order; new predicates get one. One bulk call. */
    long[] predicateIds(List<String> predicates);
}
