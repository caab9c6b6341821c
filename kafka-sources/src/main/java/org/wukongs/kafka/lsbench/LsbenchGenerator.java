package org.wukongs.kafka.lsbench;

import java.util.Iterator;
import java.util.function.Consumer;
import org.wukongs.stream.Tuple;

/**
 * The stored graph and the five streams of a made-up social network.
 *
 * <p>Everything is a function of the configuration (and, for the streams, of the start time):
 * iterators of the same stream give the same tuples in any thread or process, whoever reads the
 * other streams. Thread-safe; each iterator belongs to one thread. Departure from LSBench: likes
 * meet recent posts and photos by construction, so that the continuous queries have rows in every
 * second at any rate above a few posts a second.
 */
public final class LsbenchGenerator {

    private final LsbenchConfig config;
    private final SocialGraph graph;

    public LsbenchGenerator(LsbenchConfig config) {
        this.config = config;
        this.graph = new SocialGraph(config);
    }

    public LsbenchConfig config() {
        return config;
    }

    /** The stored graph as N-Triples statements without line ends; about 120 a user. */
    public Iterator<String> stored() {
        return new StoredStatements(config, graph);
    }

    public void writeStored(Consumer<String> statements) {
        stored().forEachRemaining(statements);
    }

    /**
     * The endless tuples of {@code stream}: tuple i has event time {@code startMs + i * 1000 /
     * rate}. What exists (posts, photos, likes) does not depend on {@code startMs}, only times do.
     */
    public Iterator<Tuple> tuples(LsbenchStreams stream, long startMs) {
        return new TupleSequence(clock(stream, startMs), writer(stream, startMs));
    }

    private TupleSequence.ItemWriter writer(LsbenchStreams stream, long startMs) {
        return switch (stream) {
            case PO -> new PostWriter(config, new Posts(config, graph).all());
            case PO_LIKE ->
                    LikeWriter.ofPosts(
                            config,
                            graph,
                            new Posts(config, graph).all(),
                            clock(LsbenchStreams.PO, startMs));
            case PH -> new PhotoWriter(config, new Photos(config, graph));
            case PH_LIKE ->
                    LikeWriter.ofPhotos(
                            config,
                            graph,
                            new Photos(config, graph),
                            clock(LsbenchStreams.PH, startMs));
            case GPS -> new GpsWriter(config, graph);
        };
    }

    private StreamClock clock(LsbenchStreams stream, long startMs) {
        return new StreamClock(startMs, config.rate(stream));
    }
}
