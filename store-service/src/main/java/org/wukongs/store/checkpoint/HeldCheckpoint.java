package org.wukongs.store.checkpoint;

import org.wukongs.store.log.StorageDirectory;

/**
 * A checkpoint whose files stay where they are until it is closed, so that they can be copied. Used
 * by one thread.
 */
public final class HeldCheckpoint implements AutoCloseable {

    private final CheckpointManifest manifest;
    private final String manifestName;
    private final StorageDirectory files;
    private final Runnable release;
    private boolean closed;

    HeldCheckpoint(
            CheckpointManifest manifest,
            String manifestName,
            StorageDirectory files,
            Runnable release) {
        this.manifest = manifest;
        this.manifestName = manifestName;
        this.files = files;
        this.release = release;
    }

    public CheckpointManifest manifest() {
        return manifest;
    }

    /** Returns the name of the manifest's file. */
    public String manifestName() {
        return manifestName;
    }

    /** Returns the directory with the manifest and its files. */
    public StorageDirectory files() {
        return files;
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            release.run();
        }
    }
}
