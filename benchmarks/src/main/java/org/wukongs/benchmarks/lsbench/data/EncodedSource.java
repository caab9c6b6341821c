package org.wukongs.benchmarks.lsbench.data;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.wukongs.store.dictionary.TermServer;
import org.wukongs.store.load.LoadOptions;
import org.wukongs.store.load.StreamEncoder;
import org.wukongs.store.load.StreamFileReader;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.InputLimits;
import org.wukongs.stream.StreamAdaptor;
import org.wukongs.stream.StreamDefinition;

/** The tuples of a stream file as encoded batches, at some speed. */
public final class EncodedSource implements TupleSource {

    private final StreamFileReader reader;
    private final StreamEncoder encoder;
    private final TimeScale scale;
    private final StreamDefinition whole;

    public EncodedSource(Path file, TimeScale scale, TermServer dictionary) {
        this.reader = new StreamFileReader(file, LoadOptions.STRICT);
        this.encoder = new StreamEncoder(dictionary);
        this.scale = scale;
        // What is taken at once is one batch, whatever its event times in the file are: only the
        // ends of the longest batches that there may be divide it.
        this.whole =
                new StreamDefinition(
                        file.getFileName().toString(),
                        InputLimits.BATCH_INTERVAL_MS_MAX,
                        StreamDefinition.STORED,
                        Set.of());
    }

    @Override
    public boolean ended() {
        return reader.nextTimeMs() == Long.MAX_VALUE;
    }

    @Override
    public List<EncodedBatch> takeBefore(long timeMs, long batch) {
        reader.takeBefore(scale.fileTimeMs(timeMs), encoder);
        return encoder.take(whole, StreamAdaptor.NO_BATCH).stream()
                .map(encoded -> scaled(encoded, batch))
                .toList();
    }

    private EncodedBatch scaled(EncodedBatch encoded, long batch) {
        long[] timesMs = encoded.eventTimesMs();
        for (int row = 0; row < timesMs.length; row++) {
            timesMs[row] = scale.timeMs(timesMs[row]);
        }
        return new EncodedBatch(
                batch, false, timesMs, encoded.subjects(), encoded.predicates(), encoded.objects());
    }

    @Override
    public void close() {
        reader.close();
    }
}
