package org.wukongs.store.cli;

import org.wukongs.store.stream.StreamRing;
import org.wukongs.store.stream.TransientMemory;
import picocli.CommandLine.Option;

/** Options that limit what a node keeps of its streams. */
final class StreamMemoryOptions {

    /** Room for one chunk of records and the smallest tables of an index. */
    private static final long WINDOW_BYTES_MIN = 1 << 16;

    @Option(
            names = "--ring-tuples-max",
            paramLabel = "N",
            defaultValue = "" + StreamRing.TUPLE_COUNT_MAX_DEFAULT,
            description =
                    "Tuples kept per stream; a full stream holds its writers back (default"
                            + " ${DEFAULT-VALUE}).")
    private long ringTuplesMax;

    @Option(
            names = "--window-memory",
            paramLabel = "SIZE",
            converter = ByteSize.class,
            description =
                    "Heap for the tuples that windows need and for their indexes, of all streams"
                            + " together (default: a quarter of the heap, at most 1g).")
    private Long windowMemoryBytes;

    long ringTuplesMax() {
        OptionBounds.check("--ring-tuples-max", ringTuplesMax, 1, StreamRing.TUPLE_COUNT_LIMIT);
        return ringTuplesMax;
    }

    long windowMemoryBytes() {
        if (windowMemoryBytes == null) {
            return TransientMemory.budgetBytesDefault();
        }
        OptionBounds.check(
                "--window-memory", windowMemoryBytes, WINDOW_BYTES_MIN, OptionBounds.BYTES_MAX);
        return windowMemoryBytes;
    }
}
