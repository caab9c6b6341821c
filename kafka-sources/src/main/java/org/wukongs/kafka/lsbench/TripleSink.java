package org.wukongs.kafka.lsbench;

/** Takes triples of N-Triples terms. */
@FunctionalInterface
interface TripleSink {
    void add(String subject, String predicate, String object);
}
