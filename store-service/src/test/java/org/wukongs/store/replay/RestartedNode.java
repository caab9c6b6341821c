package org.wukongs.store.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.wukongs.client.FetchedWindows;
import org.wukongs.client.WindowResult;
import org.wukongs.naive.NaiveEvaluator;
import org.wukongs.store.checkpoint.DataDirectory;
import org.wukongs.store.checkpoint.StoreCut;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.store.node.StoreNode;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;
import org.wukongs.stream.TupleBatch;
import org.wukongs.stream.TupleEncoder;
import org.wukongs.stream.WriterId;

/**
 * A node with readers of all of its queries. It may be started again from a checkpoint at any time;
 * what its readers get is the same.
 */
final class RestartedNode implements AutoCloseable {

    final List<String> results = new ArrayList<>();
    private final Path data;
    private final Map<String, Long> nextMs = new TreeMap<>(); // by query
    private final Map<String, Long> epochs = new TreeMap<>(); // by stream
    private StoreNode node;
    private int startCount;

    RestartedNode(Path data) {
        this.data = data;
        this.node = newNode();
    }

    private static StoreNode newNode() {
        return new StoreNode(StoreConfig.DEFAULT, () -> 0);
    }

    StoreNode node() {
        return node;
    }

    void begin(RandomScenario scenario) {
        ReplayRun.load(node, scenario.stored);
        scenario.streams.keySet().forEach(node.streams()::register);
        for (String text : scenario.texts()) {
            nextMs.put(node.registerQuery(text).name(), Long.MIN_VALUE);
        }
        open(scenario);
    }

    private void open(RandomScenario scenario) {
        for (StreamDefinition stream : scenario.streams.keySet()) {
            epochs.put(stream.name(), node.openWriter(writer(stream)));
        }
        nextMs.forEach(
                (query, fromMs) -> {
                    if (!query.equals(RandomScenario.DERIVED)) {
                        node.continuous().attachReader(query, fromMs);
                    }
                });
    }

    private WriterId writer(StreamDefinition stream) {
        return new WriterId(stream.name(), 0, 1, "start" + startCount, 0);
    }

    /** Writes a checkpoint, dies, and comes back from it. */
    void restart(RandomScenario scenario) {
        long sn = node.coordinator().stableSn();
        try (DataDirectory directory = DataDirectory.open(data, 1)) {
            try (StoreCut cut = node.cut()) {
                directory.write(cut);
            }
            node.close();
            node = newNode();
            assertThat(node.restore(directory, directory.nextStart(++startCount))).isTrue();
        }
        assertThat(node.coordinator().stableSn()).isGreaterThanOrEqualTo(sn);
        assertThat(node.check().violations()).isEmpty();
        open(scenario);
    }

    void inject(StreamDefinition stream, long batch, boolean late, List<Tuple> tuples) {
        EncodedBatch encoded =
                new TupleEncoder(node.dictionary()).encode(new TupleBatch(batch, late, tuples));
        assertThat(node.writers().inject(stream.name(), epochs.get(stream.name()), encoded))
                .isTrue();
    }

    void closeUpTo(StreamDefinition stream, long batch) {
        node.writers().closeUpTo(writer(stream), epochs.get(stream.name()), batch);
    }

    /** Brings everything in that is closed. */
    void advance() {
        node.advance();
        while (node.deriveStreams(result -> {}) > 0) {
            node.advance();
        }
    }

    /** Reads what is ready of a query, and lets go of it. */
    void read(String query) {
        long fromMs = nextMs.get(query);
        FetchedWindows fetched = node.continuous().fetch(query, fromMs, 64);
        for (WindowResult result : fetched.results()) {
            results.add(
                    query
                            + " "
                            + result.windowEndMs()
                            + " "
                            + NaiveEvaluator.sortedRows(result.rows()));
        }
        nextMs.put(query, fetched.nextWindowEndMs());
        if (fetched.nextWindowEndMs() != Long.MIN_VALUE) {
            node.continuous().release(query, fetched.nextWindowEndMs());
        }
        node.reclaim();
    }

    /**
     * The counts of all streams, without those of mentions: these depend on which batches go into
     * one plan, as what a plan takes back at once has never been mentioned; and without those of
     * writers, as the writer of a derived stream that has ended opens again when that goes on.
     */
    String counts() {
        return node.status()
                .streams()
                .toString()
                .replaceAll(
                        "(mentionCount|expiredTripleCount|writerCount|openWriterCount)=\\d+", "$1");
    }

    /** What a one-shot query over each graph finds. */
    List<String> stored() {
        List<String> found = new ArrayList<>();
        for (String graph : RandomScenario.GRAPHS) {
            String name = graph.contains(":") ? "<" + graph + ">" : graph;
            found.add(
                    NaiveEvaluator.sortedRows(
                                    node.query("SELECT ?s ?p ?o FROM " + name + " { ?s ?p ?o }")
                                            .rows())
                            .toString());
        }
        return found;
    }

    @Override
    public void close() {
        node.close();
    }
}
