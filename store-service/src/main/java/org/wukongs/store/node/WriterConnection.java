package org.wukongs.store.node;

import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.WriterId;

/**
 * One connection of a stream's writer. A writer may have several, one after the other; only the
 * newest is valid.
 *
 * @param stream the stream that it writes; a changed definition comes with another writer epoch
 * @param epoch the writer epoch in which it writes
 * @param number grows with each connection of the writer
 */
public record WriterConnection(WriterId writer, StreamDefinition stream, long epoch, int number) {}
