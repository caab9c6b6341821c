package org.wukongs.store.load;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import org.wukongs.file.CompressedFile;
import org.wukongs.stream.Tuple;

/**
 * Reads a stream file: {@code event time in ms<TAB>N-Triples statement}, one tuple per line, with
 * times that do not decrease. Blank lines are skipped. It scans exactly one tuple ahead, so that a
 * bad line is an error only after the tuples before it were taken.
 */
public final class StreamFileReader implements AutoCloseable {

    /** The block being read and the block being scanned. */
    private static final int BLOCKS = 2;

    /**
     * Small enough that the blocks of several streams, read side by side, fit into a core's cache.
     */
    private static final int BLOCK_BYTES = 1 << 17;

    private final Path file;
    private final LoadOptions options;
    private final BlockPool pool = new BlockPool(BLOCKS, BLOCK_BYTES);
    private final InputStream in;
    private final BlockReader blocks;
    private final TupleLine line = new TupleLine();
    private ByteBlock block;
    private int at;
    private boolean scanned;
    private long lineNumber;
    private long lastTimeMs = Long.MIN_VALUE;
    private long badCount;

    public StreamFileReader(Path file, LoadOptions options) {
        this.file = file;
        this.options = options;
        try {
            in = CompressedFile.open(file, options.bytesRead());
            blocks = new BlockReader(SourceFile.stream(file), in, pool);
        } catch (IOException e) {
            throw DataFile.unreadable(file, e);
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    /** Returns the event time of the next tuple, {@code Long.MAX_VALUE} after the last. */
    public long nextTimeMs() {
        return scan() ? line.timeMs() : Long.MAX_VALUE;
    }

    /** Takes the next tuple; returns null at the end. */
    public Tuple take() {
        if (!scan()) {
            return null;
        }
        scanned = false;
        return line.tuple();
    }

    /** Adds the tuples before {@code timeMs} to {@code encoder}; returns how many. */
    public int takeBefore(long timeMs, StreamEncoder encoder) {
        int count = 0;
        while (scan() && line.timeMs() < timeMs) {
            encoder.add(line);
            scanned = false;
            count++;
        }
        return count;
    }

    /** Returns the number of skipped lines. */
    public long badCount() {
        return badCount;
    }

    /** Scans to the next tuple unless it is already scanned; returns false at the end. */
    private boolean scan() {
        while (!scanned) {
            if ((block == null || at == block.length()) && !nextBlock()) {
                return false;
            }
            at = line.scan(block.bytes(), at, lastTimeMs);
            lineNumber++;
            if (line.isTuple()) {
                scanned = true;
                lastTimeMs = line.timeMs();
            } else if (line.problem() != null) {
                bad();
            }
        }
        return true;
    }

    private boolean nextBlock() {
        try {
            giveBack();
            block = blocks.next();
            at = 0;
            return block != null;
        } catch (IOException e) {
            throw DataFile.unreadable(file, e);
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    private void giveBack() {
        line.begin();
        if (block != null) {
            pool.giveBack(block.bytes());
            block = null;
        }
    }

    private void bad() {
        if (!options.skipBad()) {
            throw StreamEncoder.badTuple(line, file + ", line " + lineNumber);
        }
        badCount++;
    }

    private static RuntimeException interrupted() {
        Thread.currentThread().interrupt();
        return LoadRun.interrupted();
    }

    @Override
    public void close() {
        try {
            in.close();
        } catch (IOException e) {
            throw DataFile.unreadable(file, e);
        }
    }
}
