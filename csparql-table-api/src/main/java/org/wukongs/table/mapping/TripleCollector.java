package org.wukongs.table.mapping;

import org.apache.flink.annotation.Internal;

/** Takes the triples of rows; terms are N-Triples strings. */
@Internal
public interface TripleCollector {

    /** A triple of a row that was inserted, or of the new version of one. */
    void add(String subject, String predicate, String object);

    /** A triple of a row that was deleted, or of the old version of one. */
    void remove(String subject, String predicate, String object);
}
