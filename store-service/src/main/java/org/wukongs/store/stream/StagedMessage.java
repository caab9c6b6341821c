package org.wukongs.store.stream;

import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.MessageId;

/**
 * A message of an open batch, as its writer sent it.
 *
 * @param message its id, {@link MessageId#NONE} if it has none
 */
public record StagedMessage(MessageId message, EncodedBatch tuples) {}
