package org.wukongs.store.checkpoint;

import org.wukongs.store.checkpoint.CheckpointManifest.FileEntry;
import org.wukongs.store.log.StorageDirectory;

/**
 * Creates the files of a checkpoint, {@code KIND-N} or {@code KIND-N-I}. Used by one thread.
 *
 * @param number of the checkpoint
 */
record PartFiles(StorageDirectory directory, long number, CheckpointPace pace) {

    RecordWriter create(String kind) {
        return new RecordWriter(directory, kind + "-" + number, pace);
    }

    RecordWriter create(String kind, int index) {
        return new RecordWriter(directory, kind + "-" + number + "-" + index, pace);
    }

    /** Returns whether a file is of this kind, in any format. */
    static boolean isOf(String kind, FileEntry file) {
        return file.name().equals(kind) || file.name().startsWith(kind + "-");
    }
}
