package org.wukongs.benchmarks.measure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A folder for a run's files, gone with all of them when it is closed or the process ends. */
public final class ScratchFolder implements AutoCloseable {

    private final Path path;
    private final Thread atExit = new Thread(() -> delete(path()), "delete-scratch");

    public ScratchFolder() throws IOException {
        this(Path.of(System.getProperty("java.io.tmpdir")));
    }

    /** One in a directory. */
    public ScratchFolder(Path directory) throws IOException {
        path = Files.createTempDirectory(directory, "wukongs-bench-");
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    public Path path() {
        return path;
    }

    @Override
    public void close() {
        Runtime.getRuntime().removeShutdownHook(atExit);
        delete(path);
    }

    /** Deletes a folder with all that is in it. */
    public static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete: folder=" + folder, e);
        }
    }
}
