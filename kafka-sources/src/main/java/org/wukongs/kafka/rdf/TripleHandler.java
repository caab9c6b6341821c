package org.wukongs.kafka.rdf;

import org.apache.flink.annotation.Internal;

/** Takes the triples of a text in their order; terms are N-Triples strings. */
@Internal
@FunctionalInterface
public interface TripleHandler {
    /**
     * Takes a triple.
     *
     * @param graph null in the default graph, and always unless the reader has {@link
     *     GraphNames#KEEP}
     */
    void triple(String subject, String predicate, String object, String graph);
}
