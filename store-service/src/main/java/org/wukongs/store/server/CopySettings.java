package org.wukongs.store.server;

import java.util.concurrent.TimeUnit;
import org.wukongs.store.copy.DurableCopy;

/**
 * How a server copies its data to a place outside of its machine.
 *
 * @param copy has begun; the server closes it
 * @param intervalMs how old a record may become before a copy of it begins
 * @param awaitedAtBarriers whether a checkpoint of a job waits until the copy has what it covers
 */
public record CopySettings(DurableCopy copy, long intervalMs, boolean awaitedAtBarriers) {

    /** Some requests a second would cost more than they save; a minute would lose much. */
    public static final long INTERVAL_MS_DEFAULT = TimeUnit.SECONDS.toMillis(10);

    public CopySettings {
        if (intervalMs < 1) {
            throw new IllegalArgumentException("not a duration: intervalMs=" + intervalMs);
        }
    }
}
