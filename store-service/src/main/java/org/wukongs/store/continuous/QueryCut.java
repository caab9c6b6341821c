package org.wukongs.store.continuous;

/**
 * State of a registered query at a moment.
 *
 * @param text of the query as it was registered
 * @param reading what it needs of its streams
 * @param derived state of the stream that it derives; null if it derives none
 */
public record QueryCut(
        String name, Text text, Reading reading, LostWindows lost, DerivedCut derived) {

    /** A text that never changes and is made when it is needed. Any thread. */
    @FunctionalInterface
    public interface Text {
        String text();
    }

    /**
     * How far a query has been read.
     *
     * @param pinned whether its windows are kept although it has no reader
     * @param hasReader whether the store itself reads the query for the stream that it derives; in
     *     older checkpoints, whether it has a reader at all, which had no name
     * @param pinnedMs the first window end that may still be asked for, {@code Long.MIN_VALUE} for
     *     the first possible one
     * @param nextMs the window end after the newest execution, {@code Long.MIN_VALUE} if there was
     *     none
     */
    public record Reading(boolean pinned, boolean hasReader, long pinnedMs, long nextMs) {

        /** The same for a query whose stream the store derives. */
        Reading readByStore(long readerPinnedMs) {
            return new Reading(true, true, readerPinnedMs, nextMs);
        }
    }
}
