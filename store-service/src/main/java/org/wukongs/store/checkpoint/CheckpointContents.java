package org.wukongs.store.checkpoint;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.wukongs.store.checkpoint.CheckpointManifest.FileEntry;

/**
 * Which files a checkpoint of a data directory has, its manifest last.
 *
 * @param manifest what the manifest says
 * @param files all of them; each may belong to other checkpoints, too
 */
record CheckpointContents(CheckpointManifest manifest, List<DataFile> files) {

    /** Returns the numbers of all complete checkpoints, newest first. */
    static List<Long> numbers(Path directory) {
        return DataDirectory.numbers(directory, "");
    }

    /**
     * Reads what a checkpoint has.
     *
     * @throws UnusableCheckpointException if its manifest is damaged, or it was deleted
     */
    static CheckpointContents of(Path directory, long number) {
        String name = DataDirectory.name(number);
        Path path = directory.resolve(name);
        CheckpointManifest manifest = CheckpointReader.manifest(path);
        List<DataFile> files = new ArrayList<>();
        for (FileEntry entry : manifest.files()) {
            files.add(new DataFile(name + "/" + entry.name(), entry.bytes(), entry.crc()));
        }
        Path manifestFile = CheckpointReader.manifestOf(path);
        String manifestPath = name + "/" + manifestFile.getFileName();
        files.add(new DataFile(manifestPath, size(manifestFile), null));
        return new CheckpointContents(manifest, files);
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
