package org.wukongs.benchmarks.lsbench.data;

import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.file.CompressedFile;

/**
 * The archive of the benchmark folder. Unpacked once, beside no checkout: a cache folder keeps the
 * files for the next run.
 */
public final class LsbenchArchive {

    /** Under the benchmark folder. */
    public static final String FILE = "lsbench/lsbench-10k-30s.tar.zst";

    private static final String SUFFIX = ".tar.zst";

    private LsbenchArchive() {}

    /** The user's cache folder, as the XDG specification names it. */
    public static Path defaultCache() {
        String cache = System.getenv("XDG_CACHE_HOME");
        Path base =
                cache == null || cache.isBlank()
                        ? Path.of(System.getProperty("user.home"), ".cache")
                        : Path.of(cache);
        return base.resolve("wukongs-bench");
    }

    /** Unpacks {@code archive} under {@code cache} where that has not been done before. */
    public static LsbenchFiles unpack(Path archive, Path cache) {
        String file = archive.getFileName().toString();
        String name =
                file.endsWith(SUFFIX) ? file.substring(0, file.length() - SUFFIX.length()) : file;
        Path folder = cache.resolve(name + "-" + archive.toFile().length());
        try {
            if (!Files.isDirectory(folder)) {
                Files.createDirectories(cache);
                Path partial = Files.createTempDirectory(cache, "unpacking-");
                extract(archive, partial);
                publish(partial, folder);
            }
        } catch (IOException e) {
            throw new WukongsException(
                    Category.USER, "cannot unpack: file=" + archive + " reason=" + e, e);
        }
        return LsbenchFiles.in(name, folder);
    }

    /** A folder appears with all of its files or not at all. */
    private static void publish(Path partial, Path folder) throws IOException {
        try {
            Files.move(partial, folder, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(partial, folder);
        } catch (IOException e) {
            if (!Files.isDirectory(folder)) {
                throw e;
            }
            delete(partial); // Another run was quicker.
        }
    }

    private static void extract(Path archive, Path folder) throws IOException {
        try (TarArchiveInputStream tar = new TarArchiveInputStream(CompressedFile.open(archive))) {
            TarArchiveEntry entry = tar.getNextEntry();
            while (entry != null) {
                Path file = folder.resolve(Path.of(entry.getName()).getFileName().toString());
                if (entry.isFile()) {
                    Files.copy(tar, file);
                }
                entry = tar.getNextEntry();
            }
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
