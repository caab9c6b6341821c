package org.wukongs.benchmarks.e2e;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * How many bytes come into a folder's files, also those that do not stay: it is looked at now and
 * then, and each file counts with the largest size that it was seen to have.
 */
final class WrittenFiles {

    private static final int BLOCK_BYTES = 1 << 16;

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
            sizes.merge(file, length(file), Math::max);
        } else {
            Arrays.stream(files).forEach(this::look);
        }
    }

    /**
     * Without zeros at its end, which the log writes ahead. 0 for a file that is gone meanwhile.
     */
    private static long length(File file) {
        byte[] block = new byte[BLOCK_BYTES];
        try (RandomAccessFile bytes = new RandomAccessFile(file, "r")) {
            for (long end = bytes.length(); end > 0; end -= BLOCK_BYTES) {
                long start = Math.max(0, end - BLOCK_BYTES);
                int count = (int) (end - start);
                bytes.seek(start);
                bytes.readFully(block, 0, count);
                while (count > 0 && block[count - 1] == 0) {
                    count--;
                }
                if (count > 0) {
                    return start + count;
                }
            }
            return 0;
        } catch (IOException e) {
            return 0;
        }
    }

    /** Since the first look. */
    long bytes() {
        return sizes.entrySet().stream()
                .mapToLong(size -> size.getValue() - before.getOrDefault(size.getKey(), 0L))
                .sum();
    }
}
