package org.wukongs.store.checkpoint;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.wukongs.store.checkpoint.CheckpointManifest.FileEntry;
import org.wukongs.store.log.FileStorage;

/**
 * Which files a checkpoint of a data directory has, its manifest last.
 *
 * @param manifest what the manifest says
 * @param files all of them; each may belong to other checkpoints, too
 */
record CheckpointContents(CheckpointManifest manifest, List<DataFile> files) {

    /** Returns the numbers of all complete checkpoints, newest first. */
    static List<Long> numbers(Path directory) {
        return checkpoints(directory).numbers("");
    }

    private static CheckpointSet checkpoints(Path directory) {
        return new CheckpointSet(directory, FileStorage::new);
    }

    /**
     * Reads what a checkpoint has.
     *
     * @throws UnusableCheckpointException if its manifest is damaged, or it was deleted
     */
    static CheckpointContents of(Path directory, long number) {
        CheckpointPlace place = checkpoints(directory).place(number);
        CheckpointManifest manifest = place.manifest();
        List<DataFile> files = new ArrayList<>();
        for (FileEntry entry : manifest.files()) {
            Path file = place.file(entry.name());
            files.add(new DataFile(below(directory, file), entry.bytes(), entry.crc()));
        }
        Path manifestFile = place.file(place.manifestName());
        files.add(new DataFile(below(directory, manifestFile), size(manifestFile), null));
        return new CheckpointContents(manifest, files);
    }

    private static String below(Path directory, Path file) {
        return directory.relativize(file).toString();
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (NoSuchFileException e) {
            throw UnusableCheckpointException.damaged(file, 0, "the file is missing", e);
        } catch (IOException e) {
            throw UnusableCheckpointException.notRead(file, 0, e);
        }
    }
}
