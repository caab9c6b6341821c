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

/** Reads a checkpoint whose files were verified. */
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
     * Reads all files, compares them with the manifest, and returns a reader.
     *
     * @throws UnusableCheckpointException if a file cannot be read, or differs
     */
    static CheckpointReader verified(Path path, ReadProgress progress) {
        CheckpointManifest manifest = manifest(path);
        Path file = manifestOf(path);
        Instant made;
        try {
            made = Files.getLastModifiedTime(file).toInstant().truncatedTo(ChronoUnit.SECONDS);
        } catch (IOException e) {
            throw UnusableCheckpointException.notRead(file, 0, e);
        }
        progress.begin("the checkpoint " + path.getFileName() + ", CRCs", manifest.bytes());
        long bytes = 0;
        for (FileEntry entry : manifest.files()) {
            long before = bytes;
            CheckpointFiles.verify(path, entry, count -> progress.read(before + count));
            bytes += entry.bytes();
        }
        return new CheckpointReader(path, made, manifest);
    }

    /**
     * Reads the manifest of a checkpoint.
     *
     * @throws UnusableCheckpointException if it cannot be read, or differs from what was written
     */
    static CheckpointManifest manifest(Path path) {
        Path file = manifestOf(path);
        try {
            return CheckpointManifest.parse(file, CheckpointFiles.read(file));
        } catch (NoSuchFileException e) {
            throw UnusableCheckpointException.damaged(file, 0, "the file is missing", e);
        } catch (IOException e) {
            throw UnusableCheckpointException.notRead(file, 0, e);
        }
    }

    CheckpointManifest manifest() {
        return manifest;
    }

    static Path manifestOf(Path checkpoint) {
        return checkpoint.resolve(MANIFEST);
    }

    Path path() {
        return path;
    }

    /** Returns the time of the manifest's file, in whole seconds. */
    Instant made() {
        return made;
    }

    /** Reads the checkpoint into an empty node. */
    void read(RestoredNode node, ReadProgress progress) {
        progress.begin("the checkpoint " + path.getFileName(), manifest.bytes());
        long bytes = 0;
        bytes += read(TermsFile.NAME, bytes, progress, in -> TermsFile.read(in, node.dictionary()));
        bytes += read(GraphsFile.NAME, bytes, progress, in -> GraphsFile.read(in, node.stored()));
        read(StateFile.NAME, bytes, progress, in -> StateFile.read(in, node));
    }

    /**
     * Reads one file after {@code before} bytes of others; returns how many it has. An error in a
     * record is reported with its place, even if the file is intact.
     */
    private long read(
            String name, long before, ReadProgress progress, Consumer<RecordReader> reading) {
        try (RecordReader in =
                new RecordReader(path.resolve(name), count -> progress.read(before + count))) {
            try {
                reading.accept(in);
                return in.readBytes();
            } catch (BufferUnderflowException
                    | IllegalStateException
                    | IllegalArgumentException
                    | IndexOutOfBoundsException
                    | NullPointerException e) {
                throw in.damaged("a record is invalid: " + e, e);
            }
        }
    }

    Restored restored(RestoredNode node) {
        return new Restored(
                manifest.number(),
                manifest.log(),
                path.toAbsolutePath(),
                made,
                node.stored().tripleCount(),
                node.dictionary().termCount(),
                node.streamCount(),
                node.queryCount());
    }
}
