package org.wukongs.store.checkpoint;

import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;
import org.wukongs.store.continuous.ContinuousCut;
import org.wukongs.store.progress.CoordinatorCut;

/**
 * The streams and queries of a node as bytes with which another node goes on: the file {@code
 * state} of a checkpoint, with nothing else in it.
 */
public final class HomesFile {

    /** Bytes of all, some times the memory of windows by default. */
    public static final int BYTES_MAX = 1 << 30;

    private static final String NAME = "streams-that-move";

    private HomesFile() {}

    /**
     * Returns a cut of streams and queries, to be {@link #write written}.
     *
     * @param coordinator nothing waits for a plan
     * @param cluster the newest batches of the streams, and who copies which of them
     */
    public static StoreCut cut(
            CoordinatorCut coordinator,
            List<StoreCut.StreamPart> streams,
            ContinuousCut continuous,
            ClusterCut cluster) {
        return new StoreCut(
                0,
                null,
                null,
                List.of(),
                null,
                coordinator,
                streams,
                Map.of(),
                continuous,
                List.of(),
                cluster,
                () -> {});
    }

    /** Returns the bytes of a cut. RETRIABLE error if they are too many. */
    public static byte[] write(StoreCut cut) {
        MemoryStorage memory = new MemoryStorage();
        try (RecordWriter out = new RecordWriter(memory, NAME, bytes -> {})) {
            StateFile.write(cut, out);
            out.sync();
        }
        return memory.bytes(NAME);
    }

    /**
     * Restores what another node has written.
     *
     * @throws UnusableCheckpointException if it cannot be read
     */
    public static void read(byte[] bytes, RestoredNode node) {
        MemoryStorage memory = new MemoryStorage();
        memory.put(NAME, bytes);
        CRC32C crc = new CRC32C();
        crc.update(bytes);
        CheckpointManifest.FileEntry entry =
                new CheckpointManifest.FileEntry(NAME, bytes.length, (int) crc.getValue());
        try (RecordReader in = new RecordReader(memory, entry, read -> {})) {
            StateFile.read(in, node);
        }
    }
}
