package org.wukongs.id;

import java.util.List;

/**
 * The dictionary: RDF terms as N-Triples strings ↔ ids. The same string has the same id for ever,
 * also on replay.
 *
 * <p>Each term has a vid; an IRI that is used as a predicate has a pid as well.
 */
public interface StringServer {

    /** vids of {@code terms} in their order, allocating those not seen before; one bulk call. */
    long[] vertexIds(List<String> terms);

    /**
     * pids of {@code predicates} in their order, allocating those not seen before; one bulk call.
     */
    long[] predicateIds(List<String> predicates);
}
