package org.wukongs.flink.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.wukongs.client.FetchedWindows;
import org.wukongs.client.ReaderId;
import org.wukongs.client.ReaderStart;
import org.wukongs.client.StoreClient;
import org.wukongs.client.WindowResult;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.store.server.StoreServer;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;

/**
 * A store in this process behind its real socket, with a query over blocks of {@link #BLOCK}
 * tuples: there a tuple that is lost or taken twice shows.
 */
public final class RealStore implements AutoCloseable {

    public static final int BLOCK = 5;

    /** Tuples of its predicate {@code x:p0} are timing, others timeless. */
    public static final StreamDefinition STREAM =
            new StreamDefinition("s", 100, StreamDefinition.STORED, Set.of("x:p0"));

    private static final String QUERY =
            "REGISTER QUERY blocks AS SELECT ?s ?p ?o FROM STREAM <%s> [TRIPLES "
                    + BLOCK
                    + "]"
                    + " WHERE { ?s ?p ?o }";

    private final StreamDefinition stream;
    private final StoreServer server;
    private final StoreClient client;

    /** With a stream, and the query over it. */
    public RealStore(StreamDefinition stream) {
        this(stream, StoreConfig.DEFAULT);
    }

    /** As above, with the limits of {@code config}. */
    public RealStore(StreamDefinition stream, StoreConfig config) {
        server = StoreServer.start(config, "127.0.0.1", 0);
        client = StoreClient.connect(List.of(server.address()), Duration.ofSeconds(10));
        this.stream = stream;
        client.registerStream(stream);
        client.registerQuery(QUERY.formatted(stream.name()));
        client.attachReader(ReaderId.ofQuery("", "blocks"), ReaderStart.earliest());
    }

    public String address() {
        return server.address().toString();
    }

    /** To be used by the creating thread. */
    public StoreClient client() {
        return client;
    }

    /** Triples of each complete block of the stream, sorted, read and released up to its end. */
    public List<List<String>> blocks() {
        List<List<String>> blocks = new ArrayList<>();
        long fromMs = Long.MIN_VALUE;
        while (true) {
            FetchedWindows fetched =
                    client.fetchWindows("blocks", fromMs, 64, Duration.ofMillis(100));
            if (fetched.results().isEmpty() && fetched.stableMs() == Long.MAX_VALUE) {
                return blocks;
            }
            for (WindowResult result : fetched.results()) {
                blocks.add(triples(result.rows()));
            }
            fromMs = fetched.nextWindowEndMs();
            client.releaseWindows(ReaderId.ofQuery("", "blocks"), fromMs);
        }
    }

    public List<String> stored() {
        return triples(client.query("SELECT ?s ?p ?o { ?s ?p ?o }").rows());
    }

    /**
     * The stream has ended, and its blocks and stored triples are those of tuples in order of event
     * time.
     */
    public void assertHolds(List<Tuple> tuples) {
        assertThat(blocks()).isEqualTo(blocksOf(tuples));
        assertThat(stored())
                .isEqualTo(
                        tuples.stream()
                                .filter(tuple -> !stream.isTiming(tuple.predicate()))
                                .map(RealStore::triple)
                                .sorted()
                                .toList());
    }

    private static List<List<String>> blocksOf(List<Tuple> tuples) {
        List<List<String>> blocks = new ArrayList<>();
        for (int end = BLOCK; end <= tuples.size(); end += BLOCK) {
            blocks.add(
                    tuples.subList(end - BLOCK, end).stream()
                            .map(RealStore::triple)
                            .sorted()
                            .toList());
        }
        return blocks;
    }

    private static String triple(Tuple tuple) {
        return tuple.subject() + " " + tuple.predicate() + " " + tuple.object();
    }

    private static List<String> triples(List<String[]> rows) {
        return rows.stream()
                .map(Arrays::asList)
                .map(row -> String.join(" ", row))
                .sorted()
                .toList();
    }

    @Override
    public void close() {
        client.close();
        server.close();
    }
}
