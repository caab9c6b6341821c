package org.wukongs.store.continuous;

import org.wukongs.id.StringServer;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.StreamDefinition;

/**
 * The part of a store that its derived streams write to. The agent's thread, except {@link
 * #strings}.
 */
public interface DerivedTarget {

    /** Makes a stream that has no other writer; USER error if the name is taken. */
    void add(StreamDefinition definition);

    /** Removes a stream that no query reads. */
    void drop(String stream);

    /** Writes tuples into a stream; returns false if it has no room. */
    boolean inject(String stream, EncodedBatch tuples);

    /** Closes a stream's batches up to {@code batch}; returns false if nothing changed. */
    boolean closeUpTo(String stream, long batch);

    /** Gives the terms of triples their ids. Any thread. */
    StringServer strings();
}
