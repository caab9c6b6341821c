package org.wukongs.store.continuous;

/**
 * A registered query at a moment.
 *
 * @param text as it was registered
 * @param reading what it needs of its streams
 * @param derived where its stream is; null where it derives none
 */
public record QueryCut(String name, String text, Reading reading, DerivedCut derived) {

    /**
     * How far a query was read.
     *
     * @param pinned whether its windows are kept though nobody reads them
     * @param hasReader whether the store itself reads it, for the stream that it derives; in older
     *     checkpoints any query with a reader, which had no name
     * @param pinnedMs the first window end that may still be asked for, {@code Long.MIN_VALUE} for
     *     the first possible one
     * @param nextMs behind the newest execution, {@code Long.MIN_VALUE} for none
     */
    public record Reading(boolean pinned, boolean hasReader, long pinnedMs, long nextMs) {

        /** The same of a query whose stream the store derives. */
        Reading readByStore(long readerPinnedMs) {
            return new Reading(true, true, readerPinnedMs, nextMs);
        }
    }
}
