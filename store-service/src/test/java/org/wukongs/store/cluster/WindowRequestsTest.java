package org.wukongs.store.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.client.FetchedWindows;
import org.wukongs.client.WindowResult;
import org.wukongs.store.load.LoadOptions;
import org.wukongs.store.load.RdfLoader;
import org.wukongs.store.node.NodeThreads;
import org.wukongs.store.node.StoreNode;
import org.wukongs.store.replay.FedStream;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;

/**
 * What a continuous query asks other nodes for, if each window end is at a new snapshot: to hold
 * the snapshot, and for the stored vertices that it reads, and for nothing else.
 */
class WindowRequestsTest {

    private static final String STREAM = "urn:posts";
    private static final int BATCH_MS = 100;
    private static final int USERS = 300;
    private static final int FRIENDS = 60; // of each user: many triples beside those that come
    private static final int POSTS = 20; // in a window, of one user and others whom that one knows
    private static final int OTHERS = 2;
    private static final int FILLING = 12; // windows until they have all their tuples, and two more

    @TempDir private Path folder;

    private static String user(long number) {
        return "<urn:u" + number % USERS + ">";
    }

    private void load(StoreNode node) throws Exception {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < USERS; i++) {
            lines.append(user(i) + " <urn:account> <urn:person" + i + "> .\n");
            for (int k = 1; k < FRIENDS; k++) {
                lines.append(user(i) + " <urn:knows> " + user(i + 7L * k) + " .\n");
            }
        }
        Path file = Files.writeString(folder.resolve("data.nt"), lines);
        RdfLoader loader = new RdfLoader(node.dictionary(), LoadOptions.STRICT);
        loader.add(StreamDefinition.STORED, file);
        loader.insert(node.loader()::load);
    }

    /** Returns the requests of reads and holds in each window. */
    private List<Long> requests(String stored, String post) throws Exception {
        List<Long> requests = new ArrayList<>();
        try (LocalCluster cluster = new LocalCluster(1 + OTHERS, NodeThreads.NONE)) {
            StoreNode node = cluster.node(0);
            load(node);
            FedStream stream =
                    new FedStream(
                            node,
                            new StreamDefinition(
                                    STREAM, BATCH_MS, StreamDefinition.STORED, Set.of()));
            node.registerQuery(
                    "REGISTER QUERY q AS SELECT * FROM STREAM <urn:posts> [RANGE 1s STEP 100ms]"
                            + " FROM STORED WHERE { GRAPH STORED { "
                            + stored
                            + " } GRAPH <urn:posts> { "
                            + post
                            + " } }");
            node.continuous().attachReader("q", BATCH_MS);
            int rowCount = 0;
            for (int window = 1; window <= 40; window++) {
                long endMs = (long) window * BATCH_MS;
                for (int i = 0; i < POSTS; i++) {
                    String made = "<urn:post" + window + "x" + i + ">";
                    stream.add(new Tuple(endMs - 1, user(7L * (i + 1)), "<urn:posted>", made));
                }
                stream.advanceTo(endMs);
                cluster.work();
                long before = node.partitioned().reads().requestCount();
                FetchedWindows fetched = node.continuous().fetch("q", endMs, 1);
                requests.add(node.partitioned().reads().requestCount() - before);
                assertThat(fetched.results()).hasSize(1);
                for (WindowResult result : fetched.results()) {
                    rowCount += result.rows().size();
                }
                node.continuous().release("q", fetched.nextWindowEndMs());
            }
            assertThat(rowCount).isPositive();
        }
        return requests;
    }

    /** {@code steps} read a stored vertex each; counts are asked for now and then. */
    private static void assertFew(List<Long> requests, int steps) {
        List<Long> later = requests.subList(FILLING, requests.size());
        assertThat(later).as("%s", requests).allMatch(count -> count <= 2L * OTHERS + steps);
        assertThat(later.stream().filter(count -> count > OTHERS + steps).count())
                .as("windows that asked for counts, of %s", requests)
                .isLessThanOrEqualTo(1);
    }

    @Test
    void aStepAsksOnce() throws Exception {
        assertFew(requests("?u <urn:account> <urn:person7>", "?u <urn:posted> ?post"), 1);
    }

    @Test
    void twoStepsAskTwice() throws Exception {
        String stored = "?u <urn:account> <urn:person7> . ?u <urn:knows> ?f";
        assertFew(requests(stored, "?f <urn:posted> ?post"), 2);
    }
}
