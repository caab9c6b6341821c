package org.wukongs.store.copy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.wukongs.error.IoReason;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.store.checkpoint.DataCluster;
import org.wukongs.store.checkpoint.DataOwner;
import org.wukongs.store.checkpoint.DataRestore;
import org.wukongs.store.checkpoint.DataSnapshot;
import org.wukongs.store.checkpoint.DataSnapshot.LogPart;
import org.wukongs.store.checkpoint.ReadProgress;

/** Copies of a data directory that are made once, and read again. Used by one thread. */
public final class Backups {

    private Backups() {}

    /**
     * Copies a data directory, which a store may be using: its state is that of a store that is
     * killed now, so it has all that was acknowledged before.
     *
     * @param place must be empty
     * @param nowMs the time, in ms since 1970
     * @throws WukongsException USER if the place is not empty; RETRIABLE if it or the disk fails
     */
    public static CopySummary backup(Path directory, Place place, long nowMs) {
        DataCluster.checkNone(directory, "a backup of one node of several has no use yet");
        try {
            Map<String, Long> there = place.list("");
            if (!there.isEmpty()) {
                throw WukongsException.user(
                        "the place of a backup must be empty: place="
                                + place.describe("")
                                + " has="
                                + there.keySet().iterator().next());
            }
            try (DataSnapshot snapshot =
                    DataSnapshot.take(directory, LogPart.ALL, () -> {}, path -> false)) {
                Claim claim = new Claim(Claim.BACKUP, DataOwner.drawn());
                CopyWriter writer = CopyWriter.of(place, claim, null, bytes -> {});
                return CopySummary.of(place, writer.copy(snapshot, nowMs));
            }
        } catch (IOException e) {
            throw failed("the backup failed", place, e);
        }
    }

    /**
     * Fills an empty data directory with the newest copy of a place, a backup or that of a running
     * store, which it does not disturb. No store may use the directory meanwhile.
     *
     * @param progress is told how much has been read
     * @throws WukongsException USER if there is no copy, or the directory is not empty; FATAL if
     *     the copy is damaged; RETRIABLE if the place or the disk fails
     */
    public static CopySummary restore(Place place, Path directory, ReadProgress progress) {
        if (!DataRestore.isEmpty(directory)) {
            DataRestore.begin(directory).close(); // says what it has
        }
        try {
            CopyManifest manifest = CopyReader.restore(place, directory, progress);
            if (manifest == null) {
                throw WukongsException.user("the place has no copy: place=" + place.describe(""));
            }
            return CopySummary.of(place, manifest);
        } catch (IOException e) {
            throw failed("the restore failed", place, e);
        }
    }

    static WukongsException failed(String what, Place place, IOException e) {
        return new WukongsException(
                Category.RETRIABLE,
                what + ": place=" + place.describe("") + " reason=" + IoReason.of(e),
                e);
    }
}
