package org.wukongs.stream;

import java.util.List;

/**
 * What a starting writer knows about the past of its stream.
 *
 * <p>A writer that {@code replays} goes on from a checkpoint, or from the beginning where {@code
 * restored} is empty for all writers of its epoch: what its predecessors have sent after that comes
 * again, perhaps by other writers, so the store drops what open batches have of it.
 *
 * @param replays false where nobody sends again what others have sent
 * @param restored positions of earlier writers in the checkpoint, those that this writer was given;
 *     all writers of an epoch together have those of all earlier writers
 */
public record WriterOrigin(boolean replays, List<MessageId> restored) {

    /** Nothing that was sent before comes again. */
    public static final WriterOrigin UNRELATED = new WriterOrigin(false, List.of());

    public WriterOrigin {
        restored = List.copyOf(restored);
    }

    /** Goes on from a checkpoint, or begins anew where there is none. */
    public static WriterOrigin restored(List<MessageId> positions) {
        return new WriterOrigin(true, positions);
    }
}
