package org.wukongs.store.server;

import java.nio.file.Path;
import org.wukongs.ring.RingDescriptor;
import org.wukongs.stream.InputLimits;

/**
 * Whether clients of the host may use shared memory in place of TCP, and how much of it.
 *
 * @param directory in which files of rings are made, of a file system in memory; null for no rings
 * @param capacityBytes of a ring, of which a connection has two; a power of two
 * @param bytesMax of all files together; connections for which there is no room stay with TCP
 */
public record RingOptions(Path directory, int capacityBytes, long bytesMax) {

    public static final String DIRECTORY_DEFAULT = "/dev/shm";

    /**
     * Enough for 127 connections of {@link RingDescriptor#CAPACITY_DEFAULT}: the writers, readers
     * and lookups of some jobs.
     */
    public static final long BYTES_MAX_DEFAULT = 64L << 20;

    public static final RingOptions OFF = new RingOptions(null, 0, 0);

    public static final RingOptions DEFAULT =
            new RingOptions(
                    Path.of(DIRECTORY_DEFAULT), RingDescriptor.CAPACITY_DEFAULT, BYTES_MAX_DEFAULT);

    public RingOptions {
        if (directory != null) {
            InputLimits.checkRange("--local-rings-memory", bytesMax, 0, Long.MAX_VALUE >> 1);
        }
    }

    boolean isOff() {
        return directory == null;
    }
}
