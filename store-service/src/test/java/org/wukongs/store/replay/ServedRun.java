package org.wukongs.store.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.wukongs.client.FetchedWindows;
import org.wukongs.client.ReaderId;
import org.wukongs.client.ReaderStart;
import org.wukongs.client.StoreClient;
import org.wukongs.client.StoreClient.StreamWriter;
import org.wukongs.client.WindowResult;
import org.wukongs.naive.NaiveTriple;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.store.node.StoreNode;
import org.wukongs.store.server.StoreServer;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.StreamFeed;
import org.wukongs.stream.Tuple;
import org.wukongs.stream.TupleBatch;
import org.wukongs.stream.TupleEncoder;
import org.wukongs.stream.VertexOwners;
import org.wukongs.stream.WriterId;

/**
 * As {@link ReplayRun}, through a server: every query has a reader with a connection of its own,
 * which waits for windows before they are ready. A batch is sent when all executions of the one
 * before have come, so that stored patterns see what they see in a replay.
 */
public final class ServedRun implements AutoCloseable {

    /** A reader asks again after it, for as long as the streams go on. */
    private static final Duration WAIT = Duration.ofSeconds(5);

    private static final long PATIENCE_SECONDS = 60;
    private static final int WINDOWS_MAX = 4;

    private final StoreServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<StoreClient> clients = new ArrayList<>();
    private final List<WindowResult> results = Collections.synchronizedList(new ArrayList<>());
    private final Semaphore delivered = new Semaphore(0);
    private final StoreClient client;
    private volatile RuntimeException failure;

    public ServedRun(StoreConfig config) {
        server = StoreServer.start(config, "127.0.0.1", 0);
        client = connect();
    }

    private StoreClient connect() {
        StoreClient connected = StoreClient.connect(List.of(server.address()), WAIT);
        clients.add(connected);
        return connected;
    }

    public List<WindowResult> results() {
        return results;
    }

    public ServedRun stored(Map<String, ? extends Collection<NaiveTriple>> triplesByGraph) {
        TupleEncoder encoder = new TupleEncoder(client.strings());
        triplesByGraph.forEach(
                (graph, triples) -> {
                    List<Tuple> tuples = new ArrayList<>();
                    triples.forEach(
                            t -> tuples.add(new Tuple(0, t.subject(), t.predicate(), t.object())));
                    client.load(graph, encoder.encode(new TupleBatch(0, false, tuples)));
                });
        return this;
    }

    /**
     * {@code stepMsByText}: the queries, and the steps that they must have. Batch intervals of the
     * streams are multiples of the shortest.
     */
    public ServedRun run(
            Map<StreamDefinition, List<Tuple>> streams,
            Map<String, Long> stepMsByText,
            long firstTupleMs,
            long untilMs) {
        List<Fed> fed = new ArrayList<>();
        streams.forEach((definition, tuples) -> fed.add(new Fed(definition, tuples)));
        List<Future<?>> readers = new ArrayList<>();
        for (Map.Entry<String, Long> query : stepMsByText.entrySet()) {
            String name = client.registerQuery(query.getKey()).name();
            long stepMs = query.getValue();
            long firstMs = (Math.floorDiv(firstTupleMs, stepMs) + 1) * stepMs;
            StoreClient reader = connect();
            reader.attachReader(ReaderId.ofQuery("", name), ReaderStart.at(firstMs));
            readers.add(threads.submit(() -> read(reader, name, firstMs, untilMs)));
        }
        long intervalMs =
                streams.keySet().stream()
                        .mapToLong(StreamDefinition::batchIntervalMs)
                        .min()
                        .orElseThrow();
        long endMs = Math.floorDiv(firstTupleMs, intervalMs) * intervalMs;
        while (endMs < untilMs && failure == null) {
            endMs += intervalMs;
            long now = endMs;
            fed.forEach(stream -> stream.advanceTo(now));
            if (now <= untilMs) { // readers go no further
                await((int) stepMsByText.values().stream().filter(step -> now % step == 0).count());
            }
        }
        readers.forEach(ServedRun::join);
        if (failure != null) {
            throw failure;
        }
        assertThat(server.ask(StoreNode::check).violations()).isEmpty();
        return this;
    }

    private void read(StoreClient reader, String query, long firstMs, long untilMs) {
        try {
            long nextMs = firstMs;
            while (nextMs <= untilMs && failure == null) {
                FetchedWindows fetched = reader.fetchWindows(query, nextMs, WINDOWS_MAX, WAIT);
                results.addAll(fetched.results());
                nextMs = fetched.nextWindowEndMs();
                reader.releaseWindows(ReaderId.ofQuery("", query), nextMs);
                delivered.release(fetched.results().size());
            }
        } catch (RuntimeException e) {
            failure = e;
            delivered.release(Integer.MAX_VALUE / 2);
        }
    }

    private void await(int count) {
        try {
            assertThat(delivered.tryAcquire(count, PATIENCE_SECONDS, TimeUnit.SECONDS))
                    .as("%d windows come", count)
                    .isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void join(Future<?> reader) {
        try {
            reader.get();
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    /** One stream and its writer. */
    private final class Fed {

        private final StreamWriter writer;
        private final StreamFeed feed;

        Fed(StreamDefinition definition, List<Tuple> tuples) {
            client.registerStream(definition);
            writer = client.openWriter(new WriterId(definition.name(), 0, 1, "test", 0));
            feed = new StreamFeed(definition, client.strings(), VertexOwners.ONE, writer);
            tuples.forEach(feed::add);
        }

        void advanceTo(long timeMs) {
            feed.advanceTo(timeMs);
            writer.flush();
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
        clients.forEach(StoreClient::close);
        server.close();
    }
}
