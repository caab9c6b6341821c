package org.wukongs.store.continuous;

import org.wukongs.client.ReaderId;

/**
 * State of a reader at a moment.
 *
 * @param pinnedMs the first window end that it may still ask for, {@code Long.MIN_VALUE} for the
 *     first possible one
 */
public record ReaderCut(ReaderId id, long pinnedMs) {}
