package org.wukongs.kafka.replay;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.wukongs.error.WukongsException;
import org.wukongs.kafka.lsbench.LsbenchGenerator;
import org.wukongs.kafka.lsbench.LsbenchStreams;
import org.wukongs.stream.Tuple;

/** A stream of the generator from its start on, for a given duration. */
public final class GeneratedSource implements ReplaySource {

    private final LsbenchGenerator generator;
    private final LsbenchStreams stream;
    private final long startMs;
    private final long durationMs;

    private GeneratedSource(
            LsbenchGenerator generator, LsbenchStreams stream, long startMs, long durationMs) {
        this.generator = generator;
        this.stream = stream;
        this.startMs = startMs;
        this.durationMs = durationMs;
    }

    /** All five streams in [startMs, startMs + durationMs), in event time. */
    public static List<ReplayStream> all(
            LsbenchGenerator generator, long startMs, long durationMs) {
        if (startMs < 0 || durationMs < 1) {
            throw WukongsException.user(
                    "range of event time is not valid: startMs="
                            + startMs
                            + " durationMs="
                            + durationMs);
        }
        return Arrays.stream(LsbenchStreams.values())
                .map(
                        stream ->
                                new ReplayStream(
                                        stream.topic(),
                                        new GeneratedSource(
                                                generator, stream, startMs, durationMs)))
                .toList();
    }

    @Override
    public String name() {
        return "generated";
    }

    @Override
    public String fingerprint() {
        return generator.config() + " startMs=" + startMs + " durationMs=" + durationMs;
    }

    @Override
    public TupleReader open(boolean skipBad) {
        return new Reader(generator.tuples(stream, startMs));
    }

    /** Not thread-safe. */
    private final class Reader implements TupleReader {
        private final Iterator<Tuple> tuples;
        private long timeMs = startMs;

        Reader(Iterator<Tuple> tuples) {
            this.tuples = tuples;
        }

        @Override
        public Tuple next() {
            Tuple next = tuples.next();
            timeMs = next.eventTimeMs();
            return timeMs < startMs + durationMs ? next : null;
        }

        @Override
        public double share() {
            return Math.min(1.0, (double) (timeMs - startMs) / durationMs);
        }

        @Override
        public long skippedCount() {
            return 0;
        }

        @Override
        public void close() {
            // There is nothing to close.
        }
    }
}
