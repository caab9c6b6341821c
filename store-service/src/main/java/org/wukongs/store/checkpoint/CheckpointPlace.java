package org.wukongs.store.checkpoint;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.wukongs.store.log.StorageDirectory;

/**
 * Where a checkpoint is.
 *
 * @param path of the checkpoint, for messages
 * @param files the directory with its files
 * @param manifestName name of its manifest there
 */
record CheckpointPlace(long number, Path path, StorageDirectory files, String manifestName) {

    private static final int MANIFEST_BYTES_MAX = 1 << 28; // a million files

    /**
     * Reads the manifest.
     *
     * @throws UnusableCheckpointException if it cannot be read, or differs from what was written
     */
    CheckpointManifest manifest() {
        Path file = file(manifestName);
        try {
            byte[] text = CheckpointFiles.read(files, manifestName, MANIFEST_BYTES_MAX);
            return CheckpointManifest.parse(file, new String(text, StandardCharsets.UTF_8));
        } catch (NoSuchFileException e) {
            throw UnusableCheckpointException.damaged(file, 0, "the file is missing", e);
        } catch (IOException e) {
            throw UnusableCheckpointException.notRead(file, 0, e);
        }
    }

    /** Returns when the checkpoint was made, in whole seconds. */
    Instant made(CheckpointManifest manifest) {
        if (manifest.made() != null) {
            return manifest.made();
        }
        Path file = file(manifestName);
        try {
            return Files.getLastModifiedTime(file).toInstant().truncatedTo(ChronoUnit.SECONDS);
        } catch (IOException e) {
            throw UnusableCheckpointException.notRead(file, 0, e);
        }
    }

    /** Returns one of the files, for messages. */
    Path file(String name) {
        return Path.of(files.describe(name));
    }
}
