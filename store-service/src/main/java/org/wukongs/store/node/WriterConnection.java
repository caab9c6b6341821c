package org.wukongs.store.node;

import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.WriterId;

/**
 * One connection of a writer of a stream. A writer may have several one after the other, and the
 * newest is the one that counts.
 *
 * @param stream what it writes into; the writer epoch is another one when that has changed
 * @param epoch the writer epoch in which it writes
 * @param number rises with the writer's connections
 */
public record WriterConnection(WriterId writer, StreamDefinition stream, long epoch, int number) {}
