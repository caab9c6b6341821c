package org.wukongs.benchmarks.e2e;

import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * How many bytes come into a folder's files, also those that do not stay: it is looked at now and
 * then, and each file counts with the largest size that it was seen to have.
 */
final class WrittenFiles {

    private final File folder;
    private final Map<File, Long> sizes = new HashMap<>();
    private final Map<File, Long> before;

    /** What is there now does not count. */
    WrittenFiles(Path folder) {
        this.folder = folder.toFile();
        look();
        before = new HashMap<>(sizes);
    }

    void look() {
        look(folder);
    }

    private void look(File file) {
        File[] files = file.listFiles(); // null if it is a file, or gone meanwhile
        if (files == null) {
            sizes.merge(file, file.length(), Math::max);
        } else {
            Arrays.stream(files).forEach(this::look);
        }
    }

    /** Since the first look. */
    long bytes() {
        return sizes.entrySet().stream()
                .mapToLong(size -> size.getValue() - before.getOrDefault(size.getKey(), 0L))
                .sum();
    }
}
