package org.wukongs.store.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.wukongs.client.StoreAddress;
import org.wukongs.client.StoreClient;
import org.wukongs.client.StoreClient.StreamWriter;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.StreamFeed;
import org.wukongs.stream.Tuple;
import org.wukongs.stream.VertexOwners;
import org.wukongs.stream.WriterId;

/** Fuzzers beside each other, and what has to hold of their store afterwards. */
public final class FuzzRun {

    private static final int FUZZER_COUNT = 8;
    private static final long NS_PER_SECOND = 1_000_000_000;
    private static final Duration DEADLINE = Duration.ofSeconds(20);

    private FuzzRun() {}

    /** {@code wukongs.fuzz.seconds}, a few where it is not given. */
    public static int seconds(int unless) {
        return Integer.getInteger("wukongs.fuzz.seconds", unless);
    }

    /** Hurts a store for some seconds; it must have met nothing unexpected, and done something. */
    public static void attack(StoreAddress store, long seed, int seconds) throws Exception {
        long endNs = System.nanoTime() + seconds * NS_PER_SECOND;
        List<FrameFuzzer> fuzzers = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < FUZZER_COUNT; i++) {
            FrameFuzzer fuzzer = new FrameFuzzer(store, seed + i, () -> System.nanoTime() < endNs);
            fuzzers.add(fuzzer);
            threads.add(new Thread(fuzzer, "fuzzer-" + i));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        long frames = 0;
        long errors = 0;
        long answers = 0;
        for (FrameFuzzer fuzzer : fuzzers) {
            assertThat(fuzzer.findings()).isEmpty();
            frames += fuzzer.frameCount();
            errors += fuzzer.errorCount();
            answers += fuzzer.answerCount();
        }
        System.out.println("fuzz: frames=" + frames + " errors=" + errors + " answers=" + answers);
        assertThat(errors).as("refused").isPositive();
        assertThat(answers).as("answered").isPositive();
    }

    /** A client that behaves is served, and all that the store has is sound. */
    public static void assertServes(StoreAddress store, String stream) {
        StreamDefinition definition = new StreamDefinition(stream, 100, "good", Set.of());
        try (StoreClient client = StoreClient.connect(List.of(store), DEADLINE)) {
            client.registerStream(definition);
            try (StreamWriter writer = client.openWriter(new WriterId(stream, 0, 1, "job", 0))) {
                StreamFeed feed =
                        new StreamFeed(definition, client.strings(), VertexOwners.ONE, writer);
                feed.add(new Tuple(10, "<http://y/" + stream + ">", "<http://y/p>", "\"o\""));
                feed.advanceTo(200);
                assertThat(writer.flush()).isEqualTo(200);
            }
            assertThat(
                            client.query(
                                            "SELECT ?o FROM <good> WHERE { <http://y/"
                                                    + stream
                                                    + "> <http://y/p> ?o }")
                                    .rows())
                    .hasSize(1);
            assertThat(client.query("SELECT * WHERE { ?s ?p ?o }").rows()).isNotNull();
            assertThat(client.check().violations()).isEmpty();
            client.dropStream(stream);
        }
    }
}
