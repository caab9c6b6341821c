package org.wukongs.store.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.client.ReaderId;
import org.wukongs.client.ReaderStart;
import org.wukongs.client.StoreClient;
import org.wukongs.client.StoreClient.StreamWriter;
import org.wukongs.naive.Seeds;
import org.wukongs.store.checkpoint.DataDirectory;
import org.wukongs.store.node.NodeCheckpointTest;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.store.node.StoreNode;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.StreamFeed;
import org.wukongs.stream.Tuple;
import org.wukongs.stream.VertexOwners;
import org.wukongs.stream.WriterId;

/**
 * Checkpoints of a store that is written, read and reclaimed meanwhile: each is of one moment. A
 * batch has as many tuples as any other, each new to the stored graph, so that graph, ring and
 * progress of one moment agree by their counts.
 */
@Timeout(180)
class ConcurrentCheckpointTest {

    private static final int BATCH_TUPLES = 50;
    private static final int CHECKPOINTS = 12;
    private static final long BATCH_MS = 100;
    private static final StreamDefinition STREAM = StreamDefinition.of("s");
    private static final String QUERY =
            "REGISTER QUERY q AS SELECT ?s FROM STREAM s [RANGE 500ms STEP 100ms]"
                    + " WHERE { ?s <http://x/p> ?o }";

    @TempDir private Path directory;

    private final AtomicBoolean stop = new AtomicBoolean();

    @Test
    void eachIsOfOneMoment() {
        Random random = new Random(Seeds.seed(getClass()));
        DataDirectory data = DataDirectory.open(directory.resolve("data"), CHECKPOINTS + 1);
        try (StoreServer server = StoreServer.start(StoreConfig.DEFAULT, data, "127.0.0.1", 0)) {
            try (StoreClient client = connect(server)) {
                client.registerStream(STREAM);
                client.registerQuery(QUERY);
                client.attachReader(ReaderId.ofQuery("", "q"), ReaderStart.at(BATCH_MS));
            }
            CompletableFuture<Void> writer = CompletableFuture.runAsync(() -> write(server));
            CompletableFuture<Void> reader = CompletableFuture.runAsync(() -> read(server));
            for (int i = 0; i < CHECKPOINTS; i++) {
                server.checkpoint();
                server.status(random.nextInt(20));
                if (i % 3 == 0) {
                    check(i + 1);
                }
            }
            stop.set(true);
            writer.join();
            reader.join();
        }
    }

    private static StoreClient connect(StoreServer server) {
        return StoreClient.connect(List.of(server.address()), Duration.ofSeconds(20));
    }

    private void write(StoreServer server) {
        try (StoreClient client = connect(server);
                StreamWriter writer = client.openWriter(new WriterId("s", 0, 1, "job", 0))) {
            StreamFeed feed = new StreamFeed(STREAM, client.strings(), VertexOwners.ONE, writer);
            for (long batch = 0; !stop.get(); batch++) {
                for (int i = 0; i < BATCH_TUPLES; i++) {
                    String subject = "<http://x/" + batch + "/" + i + ">";
                    feed.add(new Tuple(batch * BATCH_MS + i, subject, "<http://x/p>", "\"o\""));
                }
                feed.advanceTo((batch + 1) * BATCH_MS);
                writer.flush();
            }
            feed.advanceTo(Long.MAX_VALUE);
            writer.flush();
        }
    }

    private static void read(StoreServer server) {
        try (StoreClient client = connect(server)) {
            long nextMs = BATCH_MS;
            boolean ended = false;
            while (!ended) {
                var fetched = client.fetchWindows("q", nextMs, 64, Duration.ofMillis(100));
                ended = fetched.results().isEmpty() && fetched.stableMs() == Long.MAX_VALUE;
                nextMs = fetched.nextWindowEndMs();
                client.releaseWindows(ReaderId.ofQuery("", "q"), nextMs);
            }
        }
    }

    /** Of a copy, as the store has the directory. */
    private void check(int number) {
        Path copy =
                NodeCheckpointTest.copy(directory.resolve("data"), directory.resolve("c" + number));
        try (DataDirectory data = DataDirectory.open(copy, 1);
                StoreNode node = new StoreNode(StoreConfig.DEFAULT, () -> 0)) {
            assertThat(node.restore(data, Integer.MAX_VALUE)).isTrue();
            assertThat(node.check().violations()).isEmpty();
            node.advance();
            var stream = node.status().streams().get(0);
            long closed = stream.stableMs() == Long.MIN_VALUE ? 0 : stream.stableMs() / BATCH_MS;
            assertThat(node.stored().tripleCount()).isEqualTo(closed * BATCH_TUPLES);
            assertThat(stream.tupleCount() - stream.stagedTupleCount())
                    .isEqualTo(closed * BATCH_TUPLES);
            assertThat(stream.retainedTupleCount() % BATCH_TUPLES).isZero();
        }
    }
}
