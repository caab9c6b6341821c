package org.wukongs.store.continuous;

import org.wukongs.id.StringServer;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.StreamDefinition;

/** The store as its derived streams write to it. The agent's thread, but for {@link #strings}. */
public interface DerivedTarget {

    /** Makes a stream that nobody else writes; USER error where the name is taken. */
    void add(StreamDefinition definition);

    /** Removes it; nobody reads it. */
    void drop(String stream);

    /** False where the stream has no room. */
    boolean inject(String stream, EncodedBatch tuples);

    /** False where nothing has changed. */
    boolean closeUpTo(String stream, long batch);

    /** Gives triples' terms their ids; any thread. */
    StringServer strings();
}
