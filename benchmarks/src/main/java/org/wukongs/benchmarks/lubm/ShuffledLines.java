package org.wukongs.benchmarks.lubm;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** The lines of a file of up to 2 GB, written in another order for each seed. */
final class ShuffledLines {

    private static final int BUFFER_BYTES = 1 << 20;

    private final MappedByteBuffer file;
    private final int[] starts; // of the lines, and the end of the last whole one

    ShuffledLines(Path path) throws IOException {
        try (FileChannel channel = FileChannel.open(path)) {
            file = channel.map(MapMode.READ_ONLY, 0, channel.size());
        }
        starts =
                IntStream.rangeClosed(0, file.capacity())
                        .filter(at -> at == 0 || file.get(at - 1) == '\n')
                        .toArray();
    }

    /** Only whole lines: what follows the last line feed is left out. */
    void write(Path into, long seed) throws IOException {
        List<Integer> order = new ArrayList<>(starts.length);
        IntStream.range(0, starts.length - 1).forEach(order::add);
        Collections.shuffle(order, new Random(seed));
        try (OutputStream out =
                new BufferedOutputStream(Files.newOutputStream(into), BUFFER_BYTES)) {
            for (int index : order) {
                byte[] line = new byte[starts[index + 1] - starts[index]];
                file.get(starts[index], line);
                out.write(line);
            }
        }
    }
}
