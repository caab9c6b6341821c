package org.wukongs.benchmarks.lsbench.data;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.wukongs.benchmarks.measure.ScratchFolder;
import org.wukongs.file.CompressedFile;

/**
 * The archive of the benchmark folder. Unpacked once, beside no checkout: a cache folder keeps the
 * files for the next run.
 */
final class LsbenchArchive {

    /** Under the benchmark folder. */
    static final String FILE = "lsbench/lsbench-10k-30s.tar.zst";

    private LsbenchArchive() {}

    /** The user's cache folder, as the XDG specification names it. */
    static Path defaultCache() {
        String cache = System.getenv("XDG_CACHE_HOME");
        Path base =
                cache == null || cache.isBlank()
                        ? Path.of(System.getProperty("user.home"), ".cache")
                        : Path.of(cache);
        return base.resolve("wukongs-bench");
    }

    /** Unpacks {@code archive} under {@code cache} where that has not been done before. */
    static LsbenchFiles unpack(Path archive, Path cache) throws IOException {
        String name = archive.getFileName().toString().replace(".tar.zst", "");
        Path folder = cache.resolve(name + "-" + archive.toFile().length());
        if (!Files.isDirectory(folder)) {
            Files.createDirectories(cache);
            Path partial = Files.createTempDirectory(cache, "unpacking-");
            try {
                extract(archive, partial);
                // A folder appears with all of its files or not at all.
                Files.move(partial, folder, StandardCopyOption.ATOMIC_MOVE);
            } catch (IOException e) {
                ScratchFolder.delete(partial);
                if (!Files.isDirectory(folder)) { // No other run was quicker.
                    throw new IOException("cannot unpack: file=" + archive + " reason=" + e, e);
                }
            }
        }
        return LsbenchFiles.in(name, folder);
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
}
