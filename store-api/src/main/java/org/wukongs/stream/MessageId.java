package org.wukongs.stream;

/**
 * Name of a message: message {@code sequence} of writer {@code writer} in a writer epoch of its
 * stream. As a position it stands for all messages of that writer up to this one.
 *
 * @param epoch number of the writer epoch; a store never gives one twice
 * @param writer index of the writer, as in {@link WriterId}
 * @param sequence as in {@link ShardBatch}; 0 is the position before the first message
 */
public record MessageId(long epoch, int writer, long sequence) {

    /** Any message of a writer in the store's own process; such messages are not counted. */
    public static final MessageId NONE = new MessageId(0, 0, 0);

    public MessageId {
        if (epoch < 0 || writer < 0 || sequence < 0) {
            throw new IllegalArgumentException(
                    "negative part of a message id: epoch="
                            + epoch
                            + " writer="
                            + writer
                            + " sequence="
                            + sequence);
        }
    }
}
