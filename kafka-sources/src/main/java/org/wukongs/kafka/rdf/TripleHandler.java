package org.wukongs.kafka.rdf;

/** Takes the triples of a text in their order; terms are N-Triples strings. */
@FunctionalInterface
public interface TripleHandler {
    void triple(String subject, String predicate, String object);
}
