package org.wukongs.store.checkpoint;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.function.Consumer;
import org.wukongs.store.checkpoint.CheckpointManifest.FileEntry;

/** Reads a checkpoint whose files were found to be those that were written. */
final class CheckpointReader {

    private static final String MANIFEST = "manifest";

    private final Path path;
    private final Instant made;
    private final CheckpointManifest manifest;

    private CheckpointReader(Path path, Instant made, CheckpointManifest manifest) {
        this.path = path;
        this.made = made;
        this.manifest = manifest;
    }

    /**
     * Reads all files and compares them with the manifest.
     *
     * @throws UnusableCheckpointException where that fails, or they differ
     */
    static CheckpointReader verified(Path path) {
        Path file = manifestOf(path);
        CheckpointManifest manifest;
        Instant made;
        try {
            made = Files.getLastModifiedTime(file).toInstant().truncatedTo(ChronoUnit.SECONDS);
            manifest = CheckpointManifest.parse(file, CheckpointFiles.read(file));
        } catch (NoSuchFileException e) {
            throw UnusableCheckpointException.damaged(file, 0, "the file is missing", e);
        } catch (IOException e) {
            throw UnusableCheckpointException.notRead(file, 0, e);
        }
        for (FileEntry entry : manifest.files()) {
            CheckpointFiles.verify(path, entry);
        }
        return new CheckpointReader(path, made, manifest);
    }

    static Path manifestOf(Path checkpoint) {
        return checkpoint.resolve(MANIFEST);
    }

    Path path() {
        return path;
    }

    /** By the time of the manifest's file, in whole seconds. */
    Instant made() {
        return made;
    }

    /** Into an empty node. */
    void read(RestoredNode node) {
        read(TermsFile.NAME, in -> TermsFile.read(in, node.dictionary()));
        read(GraphsFile.NAME, in -> GraphsFile.read(in, node.stored()));
        read(StateFile.NAME, in -> StateFile.read(in, node));
    }

    /** A record that makes no sense though the file is whole names its place as well. */
    private void read(String name, Consumer<RecordReader> reading) {
        try (RecordReader in = new RecordReader(path.resolve(name))) {
            try {
                reading.accept(in);
            } catch (BufferUnderflowException
                    | IllegalStateException
                    | IllegalArgumentException
                    | IndexOutOfBoundsException
                    | NullPointerException e) {
                throw in.damaged("a record makes no sense: " + e, e);
            }
        }
    }

    Restored restored(RestoredNode node) {
        return new Restored(
                manifest.number(),
                path.toAbsolutePath(),
                made,
                node.stored().tripleCount(),
                node.dictionary().termCount(),
                node.streamCount(),
                node.queryCount());
    }
}
