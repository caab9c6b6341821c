package org.wukongs.store.continuous;

/**
 * The windows that a query without a reader has lost.
 *
 * @param count those that were counted
 * @param allSince whether it loses all windows from its first one that is not counted, until a
 *     reader comes
 */
public record LostWindows(long count, boolean allSince) {

    public static final LostWindows NONE = new LostWindows(0, false);
}
