package org.wukongs.store.cli;

import java.nio.file.Path;
import org.wukongs.store.copy.DurableCopy;
import org.wukongs.store.copy.PlaceUri;
import org.wukongs.store.server.CopySettings;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options of {@code store} for the copy outside of its machine. */
final class DurableOptions {

    /** As often as a log can be ended without making more files than data. */
    private static final long INTERVAL_MS_MIN = 100;

    @Option(
            names = "--durable-uri",
            paramLabel = "URI",
            converter = PlaceOptions.Uri.class,
            description = {
                "Copy the log and the checkpoints of --data-dir to this place, and fill an empty"
                        + " --data-dir from it: file:/DIRECTORY, as of a mounted file system, or"
                        + " s3://BUCKET/PREFIX (default: none). One store at a time has a place;"
                        + " one that begins with an empty directory takes it over, and the one"
                        + " before ends."
            })
    private PlaceUri uri; // null for none

    @Option(
            names = "--durable-interval",
            paramLabel = "DURATION",
            converter = DurationMs.class,
            description =
                    "How old data may become before a copy of it begins (default 10s). A lost disk"
                            + " takes what came since.")
    private Long intervalMs; // null for the default

    @Option(
            names = "--durable-barriers",
            description = {
                "Let checkpoints of Flink jobs wait for the copy, so that a lost disk takes nothing"
                        + " that a completed one covers."
            })
    private boolean awaitedAtBarriers;

    @Mixin private PlaceOptions places;

    boolean isGiven() {
        return uri != null;
    }

    void checkBounds(Path dataDirectory, Path dictionaryDirectory) {
        if (uri == null) {
            if (intervalMs != null || awaitedAtBarriers || !places.isEmpty()) {
                throw new WrongUsageException(
                        "--durable-interval, --durable-barriers and --s3-… belong to"
                                + " --durable-uri URI");
            }
            return;
        }
        if (dataDirectory == null) {
            throw new WrongUsageException("--durable-uri belongs to --data-dir DIR");
        }
        if (dictionaryDirectory != null) {
            throw new WrongUsageException(
                    "--durable-uri copies no dictionary on disk, start without --dictionary-dir");
        }
        if (intervalMs != null) {
            OptionBounds.check(
                    "--durable-interval", intervalMs, INTERVAL_MS_MIN, OptionBounds.TIME_MS_MAX);
        }
    }

    /** Returns how to copy a data directory, null if it is not to be copied. Nothing has begun. */
    CopySettings settings(Path dataDirectory) {
        return uri == null
                ? null
                : new CopySettings(
                        new DurableCopy(places.open(uri), dataDirectory),
                        intervalMs == null ? CopySettings.INTERVAL_MS_DEFAULT : intervalMs,
                        awaitedAtBarriers);
    }
}
