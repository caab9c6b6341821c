package org.wukongs.benchmarks.lubm;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;

/** The lines of a file of up to 2 GB, written in another order for each seed. */
final class ShuffledLines {

    private static final int BUFFER_BYTES = 1 << 20;

    private final MappedByteBuffer file;
    private final int[] starts; // of the lines, and the file's size

    ShuffledLines(Path path) throws IOException {
        try (FileChannel channel = FileChannel.open(path)) {
            file = channel.map(MapMode.READ_ONLY, 0, channel.size());
        }
        starts = starts();
    }

    private int[] starts() {
        int[] found = new int[1024];
        int count = 1;
        for (int i = 0; i < file.capacity(); i++) {
            if (file.get(i) == '\n') {
                if (count == found.length) {
                    found = Arrays.copyOf(found, 2 * count);
                }
                found[count++] = i + 1;
            }
        }
        return Arrays.copyOf(found, count);
    }

    /** Only whole lines: what follows the last line feed is left out. */
    void write(Path into, long seed) throws IOException {
        int[] order = order(new Random(seed));
        byte[] line = new byte[0];
        try (OutputStream out =
                new BufferedOutputStream(Files.newOutputStream(into), BUFFER_BYTES)) {
            for (int index : order) {
                int length = starts[index + 1] - starts[index];
                if (line.length < length) {
                    line = new byte[2 * length];
                }
                file.get(starts[index], line, 0, length);
                out.write(line, 0, length);
            }
        }
    }

    private int[] order(Random random) {
        int[] order = new int[starts.length - 1];
        Arrays.setAll(order, i -> i);
        for (int i = order.length - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            int moved = order[i];
            order[i] = order[other];
            order[other] = moved;
        }
        return order;
    }
}
