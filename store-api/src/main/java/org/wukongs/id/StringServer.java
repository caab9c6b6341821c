package org.wukongs.id;

import java.util.List;

/**
 * The dictionary: RDF terms as N-Triples strings ↔ ids. The same string has the same id for ever,
 * also on replay.
 *
 * <p>Vertices (subjects and objects, literals included) have vids, predicates have pids; a
 * predicate's IRI may be a vertex too and then has both.
 */
public interface StringServer {

    /** vids of {@code terms} in their order, allocating those not seen before; one bulk call. */
    long[] vertexIds(List<String> terms);

    /**
     * pids of {@code predicates} in their order, allocating those not seen before; one bulk call.
     */
    long[] predicateIds(List<String> predicates);
}
