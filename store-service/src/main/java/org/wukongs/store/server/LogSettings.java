package org.wukongs.store.server;

import java.nio.file.Path;
import java.util.function.Function;
import org.wukongs.store.log.FileStorage;
import org.wukongs.store.log.LogOptions;
import org.wukongs.store.log.StorageDirectory;
import org.wukongs.store.log.SyncMode;

/**
 * How a server keeps its log.
 *
 * @param checkpointAfterBytes length of the log since the newest checkpoint at which the server
 *     makes another one by itself
 * @param checkpointBytesPerSecond how fast the server writes it then
 * @param storage where segments are kept, for a directory
 * @param copy how it is copied to another place, null if it is not
 */
public record LogSettings(
        LogOptions options,
        long checkpointAfterBytes,
        long checkpointBytesPerSecond,
        Function<Path, StorageDirectory> storage,
        CopySettings copy) {

    /** 25 million tuples at 40 bytes: some 20 s to carry out again. */
    public static final long CHECKPOINT_AFTER_BYTES_DEFAULT = 1L << 30;

    /** Some of the disk and a tenth of a processor; a first checkpoint of 1 GB takes 16 s. */
    public static final long CHECKPOINT_RATE_DEFAULT = 64L << 20;

    /** Nothing is acknowledged or shown that a crash of the machine could take back. */
    public static final SyncMode SYNC_MODE_DEFAULT = SyncMode.COMMIT;

    public static final LogSettings DEFAULT =
            new LogSettings(LogOptions.defaults(SYNC_MODE_DEFAULT), CHECKPOINT_AFTER_BYTES_DEFAULT);

    /** Settings of a log in files. */
    public LogSettings(LogOptions options, long checkpointAfterBytes) {
        this(options, checkpointAfterBytes, CHECKPOINT_RATE_DEFAULT);
    }

    /** Settings of a log in files, with checkpoints that are written at another rate. */
    public LogSettings(LogOptions options, long checkpointAfterBytes, long checkpointRate) {
        this(options, checkpointAfterBytes, checkpointRate, FileStorage::new, null);
    }

    /** Returns the same, with a copy. */
    public LogSettings withCopy(CopySettings newCopy) {
        return new LogSettings(
                options, checkpointAfterBytes, checkpointBytesPerSecond, storage, newCopy);
    }

    public LogSettings {
        if (checkpointAfterBytes < 1) {
            throw new IllegalArgumentException(
                    "not a length: checkpointAfterBytes=" + checkpointAfterBytes);
        }
        if (checkpointBytesPerSecond < 1) {
            throw new IllegalArgumentException(
                    "not a rate: checkpointBytesPerSecond=" + checkpointBytesPerSecond);
        }
    }
}
