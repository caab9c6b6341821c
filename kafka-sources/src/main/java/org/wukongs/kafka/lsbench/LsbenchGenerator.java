package org.wukongs.kafka.lsbench;

import java.util.Iterator;
import java.util.function.Consumer;
import org.wukongs.stream.Tuple;

/**
 * Generator of the stored graph and the five streams of an invented social network.
 *
 * <p>Everything is a function of the configuration (and, for the streams, of the start time):
 * iterators of the same stream give the same tuples in any thread or process, independent of the
 * other streams. Thread-safe; each iterator belongs to one thread. Departure from LSBench: likes
 * refer to recent posts and photos by construction, so that the continuous queries have rows in
 * every second at any rate above a few posts a second.
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

    /** The stored graph as N-Triples statements without line ends; about 120 for each user. */
    public Iterator<String> stored() {
        return new StoredStatements(config, graph);
    }

    public void writeStored(Consumer<String> statements) {
        stored().forEachRemaining(statements);
    }

    /**
     * The endless tuples of {@code stream}: tuple i has event time {@code startMs + i * 1000 /
     * rate}. Only times depend on {@code startMs}; posts, photos and likes do not.
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
