package org.wukongs.store.copy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A place that is a directory, as of a mounted file system. An object is a file, which gets its
 * name when it is on disk. The directory must exist, so that a file system that is not mounted is
 * noticed.
 */
final class DirectoryPlace implements Place {

    /** Ends the name of a file that is being written; what is left of one counts as an object. */
    private static final String BEGUN = ".tmp";

    private final Path directory;

    DirectoryPlace(Path directory) {
        this.directory = directory;
    }

    private Path existing() throws IOException {
        if (!Files.isDirectory(directory)) {
            throw Files.exists(directory)
                    ? new NotDirectoryException(directory.toString())
                    : new NoSuchFileException(directory.toString());
        }
        return directory;
    }

    @Override
    public void put(String name, long bytes, Content content) throws IOException {
        Path file = existing().resolve(name);
        List<Path> parents = new ArrayList<>();
        for (Path at = file.getParent(); !at.equals(directory); at = at.getParent()) {
            parents.add(at);
        }
        Files.createDirectories(file.getParent());
        Path begun = file.resolveSibling(file.getFileName() + BEGUN);
        try (InputStream in = content.open();
                FileChannel channel =
                        FileChannel.open(
                                begun,
                                StandardOpenOption.CREATE,
                                StandardOpenOption.TRUNCATE_EXISTING,
                                StandardOpenOption.WRITE)) {
            OutputStream out = Channels.newOutputStream(channel);
            in.transferTo(out);
            channel.force(true);
        }
        Files.move(begun, file, StandardCopyOption.ATOMIC_MOVE);
        for (Path parent : parents) {
            sync(parent);
        }
        sync(directory);
    }

    private static void sync(Path path) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    @Override
    public InputStream get(String name) throws IOException {
        return Files.newInputStream(existing().resolve(name));
    }

    @Override
    public SortedMap<String, Long> list(String prefix) throws IOException {
        SortedMap<String, Long> objects = new TreeMap<>();
        Path from = existing().resolve(prefix.substring(0, prefix.lastIndexOf('/') + 1));
        if (!Files.isDirectory(from)) {
            return objects;
        }
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String name = directory.relativize(file).toString();
                if (name.startsWith(prefix)) {
                    objects.put(name, Files.size(file));
                }
            }
        }
        return objects;
    }

    @Override
    public void delete(String name) throws IOException {
        Path file = existing().resolve(name);
        Files.deleteIfExists(file);
        try {
            for (Path at = file.getParent(); !at.equals(directory); at = at.getParent()) {
                Files.deleteIfExists(at);
            }
        } catch (DirectoryNotEmptyException e) {
            return; // others are there
        }
    }

    @Override
    public String describe(String name) {
        return directory.resolve(name).toString();
    }

    @Override
    public void close() {
        // There is nothing to close.
    }
}
