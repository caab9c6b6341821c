package org.wukongs.store.copy;

import java.time.Instant;
import org.wukongs.store.checkpoint.LogPoint;

/**
 * A copy in sizes.
 *
 * @param place where it is
 * @param made when its snapshot was taken
 * @param log which log it has, and up to which position at least; null for none
 * @param bytes of all files
 */
public record CopySummary(String place, Instant made, LogPoint log, int fileCount, long bytes) {

    static CopySummary of(Place place, CopyManifest manifest) {
        return new CopySummary(
                place.describe(""),
                Instant.ofEpochMilli(manifest.madeMs()),
                manifest.log(),
                manifest.files().size(),
                manifest.bytes());
    }

    /** Returns one line, as a command prints it. */
    @Override
    public String toString() {
        return place
                + " of "
                + made
                + ": files="
                + fileCount
                + " bytes="
                + bytes
                + (log == null ? "" : " log=" + log);
    }
}
