package org.wukongs.store.copy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.function.LongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.error.IoReason;
import org.wukongs.error.WukongsException;
import org.wukongs.store.checkpoint.DataInspection;
import org.wukongs.store.checkpoint.DataOwner;
import org.wukongs.store.checkpoint.DataRestore;
import org.wukongs.store.checkpoint.DataSnapshot;
import org.wukongs.store.checkpoint.LogPoint;
import org.wukongs.store.checkpoint.ReadProgress;

/**
 * The copy of a data directory that a store keeps at a place while it runs, and from which another
 * one goes on if the machine is lost.
 *
 * <p>A store claims the place before it reads what is there; when it has put a manifest, it looks
 * whether its claim is still the greatest, and only then counts on the copy. So a copy that a store
 * has counted on is what its successor finds. Used by one thread at a time.
 */
public final class DurableCopy implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(DurableCopy.class);

    private final Place place;
    private final Path directory;
    private volatile long putBytes; // owner: the thread that copies
    private Claim claim; // null before the place was claimed
    private CopyWriter writer; // null before the first copy
    private CopySummary restored; // null if nothing was

    /**
     * Makes the copy of a directory; nothing is read yet.
     *
     * @param place is closed with this
     */
    public DurableCopy(Place place, Path directory) {
        this.place = place;
        this.directory = directory;
    }

    /**
     * Claims the place and, if the data directory is empty, fills it with what the place has.
     * Before the store opens the directory. A store that has data begins without the place if that
     * cannot be reached.
     *
     * @throws FencedException if the place has the copy of another store, or a backup
     * @throws WukongsException RETRIABLE if the place cannot be reached, and the directory is empty
     */
    public void begin(ReadProgress progress) {
        if (DataRestore.isEmpty(directory)) {
            fill(progress);
            return;
        }
        // A store that uses the directory must not lose the place to a start that will fail.
        DataInspection lock = DataInspection.open(directory);
        try (lock) {
            claim();
        } catch (IOException e) {
            LOG.warn(
                    "the store begins without the place of its copy: place={} reason={}",
                    place.describe(""),
                    IoReason.of(e));
        }
    }

    private void fill(ReadProgress progress) {
        try {
            claim();
            CopyManifest manifest = CopyReader.restore(place, directory, progress);
            restored = manifest == null ? null : CopySummary.of(place, manifest);
        } catch (IOException e) {
            throw Backups.failed(
                    "the data directory is empty, and the copy cannot be read", place, e);
        }
    }

    /** Returns what the directory was filled with, null if it was not. */
    public CopySummary restored() {
        return restored;
    }

    private void claim() throws IOException {
        SortedMap<String, Long> manifests = place.list(ObjectNames.MANIFESTS);
        Claim copied = newestOf(manifests);
        if (copied != null && copied.epoch() == Claim.BACKUP) {
            throw new FencedException(
                    "the place has a backup, which no store goes on with, restore it: place="
                            + place.describe(""));
        }
        long owner = DataOwner.of(directory);
        Claim found = newestOf(place.list(ObjectNames.CLAIMS));
        boolean isOurs = found == null ? copied == null : found.owner() == owner;
        if (!isOurs && !DataRestore.isEmpty(directory)) {
            throw new FencedException(
                    "the place has the copy of another store: place="
                            + place.describe("")
                            + " claim="
                            + found
                            + " path="
                            + directory
                            + " owner="
                            + LogPoint.idText(owner)
                            + "; if that one has gone on from a copy of this, start it instead;"
                            + " otherwise give this one an empty place");
        }
        Claim next = new Claim(found == null ? 1 : found.epoch() + 1, owner);
        place.put(ObjectNames.claim(next), 0, InputStream::nullInputStream);
        claim = next;
        checkClaim();
    }

    private static Claim newestOf(SortedMap<String, Long> names) {
        Claim newest = null;
        for (String name : names.keySet()) {
            Claim of = ObjectNames.claimOf(name);
            if (of != null && (newest == null || of.compareTo(newest) > 0)) {
                newest = of;
            }
        }
        return newest;
    }

    private void checkClaim() throws IOException {
        Claim newest = newestOf(place.list(ObjectNames.CLAIMS));
        if (newest != null && newest.compareTo(claim) > 0) {
            throw new FencedException(
                    "another store goes on from the copy of this one, which must not go on: place="
                            + place.describe("")
                            + " claim="
                            + newest
                            + " own="
                            + claim);
        }
    }

    /**
     * Copies a snapshot. When this returns, a store that begins elsewhere finds all of it.
     *
     * @param nowMs when it was taken, in ms since 1970
     * @return up to where the copy has the log
     * @throws FencedException if another store has the place
     * @throws WukongsException FATAL if a file of the snapshot is damaged
     * @throws IOException if the place or the disk fails; the next call goes on
     */
    public LogPoint copy(DataSnapshot snapshot, long nowMs) throws IOException {
        if (claim == null) {
            claim();
        }
        if (writer == null) {
            LongConsumer count = this::count;
            writer = CopyWriter.of(place, claim, CopyReader.newest(place), count);
        }
        writer.copy(snapshot, nowMs);
        checkClaim();
        return snapshot.log();
    }

    /** Returns whether the copy has a file that this process has read, under a path. */
    public boolean has(String path) {
        return writer != null && writer.has(path);
    }

    private void count(long bytes) {
        long before = putBytes; // one writer
        putBytes = before + bytes;
    }

    /** Deletes what is not needed of earlier copies. After {@link #copy}. */
    public void prune() throws IOException {
        writer.prune();
    }

    /** Returns how many bytes were put so far. Any thread. */
    public long putBytes() {
        return putBytes;
    }

    /** Returns the place, for messages. Any thread. */
    public String place() {
        return place.describe("");
    }

    @Override
    public void close() {
        place.close();
    }
}
