package org.wukongs.w3c;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.wukongs.file.CompressedFile;
import org.wukongs.naive.Bench;

/** The test archive, unpacked into a temporary folder. */
final class W3cArchive {

    private W3cArchive() {}

    /** Unpacks into {@code folder}; aborts the test where there is no archive. */
    static void unpack(Path folder) throws IOException {
        unpack("w3c/w3c-tests.tar.zst", folder);
    }

    /** As above, the tests of SPARQL Update. */
    static void unpackUpdate(Path folder) throws IOException {
        unpack("w3c/w3c-update-tests.tar.zst", folder);
    }

    private static void unpack(String name, Path folder) throws IOException {
        Path archive = Bench.path(name);
        try (TarArchiveInputStream tar = new TarArchiveInputStream(CompressedFile.open(archive))) {
            for (TarArchiveEntry entry = tar.getNextEntry();
                    entry != null;
                    entry = tar.getNextEntry()) {
                Path path = folder.resolve(entry.getName()).normalize();
                if (entry.isFile() && path.startsWith(folder)) {
                    Files.createDirectories(path.getParent());
                    Files.copy(tar, path);
                }
            }
        }
    }
}
