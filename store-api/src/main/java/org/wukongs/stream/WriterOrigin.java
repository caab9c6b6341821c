package org.wukongs.stream;

import java.util.List;

/**
 * What a starting writer knows about earlier writers of its stream.
 *
 * <p>A writer that {@code replays} continues from a checkpoint, or from the beginning if {@code
 * restored} is empty for all writers of its epoch: what its predecessors sent after that comes
 * again, perhaps from other writers, so the store drops it from open batches.
 *
 * @param replays false if no writer sends again what others have sent
 * @param restored the positions of earlier writers in the checkpoint that this writer was given;
 *     the writers of an epoch together have those of all earlier writers
 */
public record WriterOrigin(boolean replays, List<MessageId> restored) {

    /** Origin of a writer that repeats nothing. */
    public static final WriterOrigin UNRELATED = new WriterOrigin(false, List.of());

    public WriterOrigin {
        restored = List.copyOf(restored);
    }

    /** Origin of a writer that continues from a checkpoint, or begins anew if there is none. */
    public static WriterOrigin restored(List<MessageId> positions) {
        return new WriterOrigin(true, positions);
    }
}
