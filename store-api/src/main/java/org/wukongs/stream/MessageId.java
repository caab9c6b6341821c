package org.wukongs.stream;

/**
 * Names a message of a writer: message {@code sequence} of writer {@code writer} in a writer epoch
 * of its stream. As a position it stands for all messages of that writer up to this one.
 *
 * @param epoch number of the writer epoch, never given twice by a store
 * @param writer index of the writer, as in {@link WriterId}
 * @param sequence as in {@link ShardBatch}; 0 is the position before the first message
 */
public record MessageId(long epoch, int writer, long sequence) {

    /** A message of a writer in the store's own process, which counts none. */
    public static final MessageId NONE = new MessageId(0, 0, 0);

    public MessageId {
        if (epoch < 0 || writer < 0 || sequence < 0) {
            throw new IllegalArgumentException(
                    "negative part of a message's name: epoch="
                            + epoch
                            + " writer="
                            + writer
                            + " sequence="
                            + sequence);
        }
    }
}
