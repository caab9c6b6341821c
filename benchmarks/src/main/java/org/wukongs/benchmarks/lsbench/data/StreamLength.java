package org.wukongs.benchmarks.lsbench.data;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;

/** How long streams last. */
public final class StreamLength {

    /** Longer than any line of LSBench. */
    private static final int TAIL_BYTES = 1 << 16;

    private StreamLength() {}

    /** Event time after the last tuple of the stream that ends first, in ms. */
    public static long ms(LsbenchFiles files) {
        long endMs = Long.MAX_VALUE;
        for (Path file : files.streams().values()) {
            endMs = Math.min(endMs, lastTimeMs(file) + 1);
        }
        return endMs;
    }

    private static long lastTimeMs(Path file) {
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
            byte[] tail = new byte[(int) Math.min(TAIL_BYTES, in.length())];
            in.seek(in.length() - tail.length);
            in.readFully(tail);
            String text = new String(tail, StandardCharsets.UTF_8).strip();
            String line = text.substring(text.lastIndexOf('\n') + 1);
            return Long.parseLong(line.substring(0, Math.max(0, line.indexOf('\t'))));
        } catch (NumberFormatException e) {
            throw new WukongsException(
                    Category.USER, "no tuple at the end of the stream: file=" + file, e);
        } catch (IOException e) {
            throw new WukongsException(
                    Category.USER, "cannot read: file=" + file + " reason=" + e, e);
        }
    }
}
