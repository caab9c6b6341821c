package org.wukongs.store.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.wukongs.client.CatalogEntry;
import org.wukongs.client.WindowResult;
import org.wukongs.id.Vids;
import org.wukongs.store.dictionary.DictionaryConfig;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.MessageId;
import org.wukongs.stream.Retention;
import org.wukongs.stream.ShardBatch;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;
import org.wukongs.stream.TupleBatch;
import org.wukongs.stream.TupleEncoder;
import org.wukongs.stream.WriterId;
import org.wukongs.stream.WriterOrigin;

/** A node with something of everything that a checkpoint has, always the same. */
final class FilledNode {

    static final StreamDefinition STREAM =
            new StreamDefinition("s", 100, "g", Set.of("http://x/timing"));

    static final String QUERY =
            "REGISTER QUERY q AS SELECT ?s ?o FROM STREAM s [RANGE 300ms STEP 100ms] WHERE { ?s ?p ?o }";

    private static final String DERIVING =
            "REGISTER STREAM d AS CONSTRUCT { ?s <http://x/seen> ?o } FROM STREAM s [RANGE 200ms STEP 100ms]"
                    + " WHERE { ?s ?p ?o }";

    private static final long GRAPH_MEMORY_BYTES = 1 << 24;

    private static final WriterId WRITER = new WriterId("s", 0, 1, "job", 0);

    private FilledNode() {}

    static StoreNode empty(DictionaryConfig dictionary) {
        return new StoreNode(
                StoreConfig.builder()
                        .dictionary(dictionary)
                        .ringTupleCountMax(10_000)
                        .storeMemoryBytes(GRAPH_MEMORY_BYTES)
                        .build(),
                () -> 0);
    }

    static StoreNode empty() {
        return empty(DictionaryConfig.inMemory(10_000));
    }

    /** Fills a node that has begun its start; the position of its writer. */
    static MessageId fill(StoreNode node) {
        TupleEncoder encoder = new TupleEncoder(node.dictionary());
        load(node, "a");
        node.streams().register(STREAM);
        node.registerQuery(DERIVING);
        node.registerQuery(QUERY);
        node.registerQuery(QUERY.replace("?o }", "<http://x/o1> }").replace("q AS", "r AS"));
        node.catalogEntries().put(new CatalogEntry("table", Map.of("k", "v")));
        node.continuous().attachReader("q", Long.MIN_VALUE);
        long epoch = node.openWriter(WRITER, WriterOrigin.restored(List.of()));
        inject(node, epoch, 1, encoder, batch(0, 10, 50));
        inject(node, epoch, 2, encoder, batch(1, 110, 120));
        node.writers().closeUpTo(WRITER, epoch, 1, 2);
        node.advance();
        while (node.deriveStreams(result -> {}) > 0) {
            node.advance();
        }
        node.continuous().fetch("q", Long.MIN_VALUE, 1);
        inject(node, epoch, 3, encoder, batch(2, 230, 210));
        inject(node, epoch, 4, encoder, new TupleBatch(0, true, List.of(tuple(20))));
        return new MessageId(epoch, 0, 4);
    }

    static final StreamDefinition RETAINED =
            new StreamDefinition("k", 100, "kept", Set.of())
                    .with(new Retention(300, Map.of("http://x/q", 500L)));

    private static final WriterId RETAINED_WRITER = new WriterId("k", 0, 1, "job", 0);

    /**
     * Adds a stream that keeps triples for a time: some are said again, one is removed, and a batch
     * and late tuples wait for a plan.
     */
    static void retain(StoreNode node) {
        TupleEncoder encoder = new TupleEncoder(node.dictionary());
        node.streams().register(RETAINED);
        long epoch = node.openWriter(RETAINED_WRITER, WriterOrigin.restored(List.of()));
        inject(
                node,
                RETAINED_WRITER,
                epoch,
                ShardBatch.whole(1, encoder.encode(said(0, "", "a p", "b p", "c q", "d p"))));
        inject(
                node,
                RETAINED_WRITER,
                epoch,
                ShardBatch.whole(2, encoder.encode(said(1, "", "b p", "e p"))));
        inject(
                node,
                RETAINED_WRITER,
                epoch,
                ShardBatch.whole(3, encoder.encode(said(2, "d p", "b p"))));
        node.writers().closeUpTo(RETAINED_WRITER, epoch, 2, 3);
        node.advance();
        inject(
                node,
                RETAINED_WRITER,
                epoch,
                ShardBatch.whole(4, encoder.encode(said(3, "", "f p"))));
        node.writers().closeUpTo(RETAINED_WRITER, epoch, 3, 4);
        TupleBatch late = new TupleBatch(1, true, said(1, "", "g p").tuples());
        inject(node, RETAINED_WRITER, epoch, ShardBatch.whole(5, encoder.encode(late)));
    }

    /** Tuples of a batch: first what is taken back, then what is said. */
    private static TupleBatch said(long batch, String removed, String... said) {
        List<Tuple> tuples = new ArrayList<>();
        if (!removed.isEmpty()) {
            tuples.add(said(batch, removed, true));
        }
        for (String one : said) {
            tuples.add(said(batch, one, false));
        }
        return new TupleBatch(batch, false, tuples);
    }

    private static Tuple said(long batch, String words, boolean removal) {
        String[] names = words.split(" ", 2);
        return new Tuple(
                batch * 100,
                "<http://x/" + names[0] + ">",
                "<http://x/" + names[1] + ">",
                "<http://x/o1>",
                removal);
    }

    /** In one partition, in this order; the second is the last term of another one. */
    private static final String RECLAIMED = "<http://x/reclaimed>";

    private static final String RECLAIMED_LAST = "<http://x/reclaimed-last>";
    private static final String KEPT = "kept-231";

    /** Leaves gaps among the terms of a partition and at the end of one. */
    static void reclaim(StoreNode node) {
        node.dictionary().vertexId(RECLAIMED);
        load(node, KEPT);
        node.dictionary().vertexId(RECLAIMED_LAST);
        long reclaimed = 0;
        for (int round = 0; round < 3; round++) {
            reclaimed += TermRootsTest.round(node);
        }
        assertThat(reclaimed).as("these two and <http://x/d>, which was taken back").isEqualTo(3);
        assertThat(Vids.partitionOf("<http://x/" + KEPT + ">"))
                .isEqualTo(Vids.partitionOf(RECLAIMED));
    }

    /** The ids that the reclaimed terms get, which they have not had. */
    static String describeReclaimed(StoreNode node) {
        TermDictionary terms = node.dictionary();
        return terms.findVertex(RECLAIMED)
                + " "
                + terms.findVertex("<http://x/" + KEPT + ">")
                + " "
                + terms.vertexId(RECLAIMED)
                + " "
                + terms.vertexId(RECLAIMED_LAST);
    }

    /** What stays as batches of the retained stream are closed, one at a time up to its tenth. */
    static String describeRetained(StoreNode node) {
        StringBuilder text = new StringBuilder();
        long epoch = node.openWriter(RETAINED_WRITER, WriterOrigin.UNRELATED);
        for (long batch = 2; batch < 10; batch++) {
            node.writers().closeUpTo(RETAINED_WRITER, epoch, batch, 0);
            node.advance();
            List<String> subjects = new ArrayList<>();
            node.query("SELECT ?s FROM kept { ?s ?p ?o } ORDER BY ?s")
                    .rows()
                    .forEach(row -> subjects.add(String.valueOf(List.of(row))));
            text.append(batch).append(subjects).append('\n');
        }
        return text.toString();
    }

    static void load(StoreNode node, String subject) {
        EncodedBatch triples =
                new TupleEncoder(node.dictionary())
                        .encode(
                                new TupleBatch(
                                        0,
                                        false,
                                        List.of(
                                                new Tuple(
                                                        0,
                                                        "<http://x/" + subject + ">",
                                                        "<http://x/p>",
                                                        "\"\u00e9\"@DE"))));
        node.loader().load(StreamDefinition.STORED, triples);
    }

    private static void inject(
            StoreNode node, long epoch, long sequence, TupleEncoder encoder, TupleBatch tuples) {
        inject(node, WRITER, epoch, ShardBatch.whole(sequence, encoder.encode(tuples)));
    }

    private static void inject(StoreNode node, WriterId writer, long epoch, ShardBatch message) {
        node.writers().inject(writer, epoch, message);
    }

    private static TupleBatch batch(long number, long... timesMs) {
        return new TupleBatch(
                number, false, Arrays.stream(timesMs).mapToObj(FilledNode::tuple).toList());
    }

    private static Tuple tuple(long timeMs) {
        String predicate = timeMs % 20 == 0 ? "<http://x/timing>" : "<http://x/p>";
        return new Tuple(timeMs, "<http://x/s" + timeMs + ">", predicate, "<http://x/o1>");
    }

    /** All that can be asked of it, as text. */
    static String describe(StoreNode node) {
        StringBuilder text = new StringBuilder();
        text.append(node.query("SELECT * { ?s ?p ?o }").rows().size()).append(' ');
        for (String name : List.of("d", "q", "r")) {
            text.append(node.continuous().describe(name)).append('\n');
        }
        List<WindowResult> windows = node.continuous().fetch("q", Long.MIN_VALUE, 9).results();
        windows.forEach(
                window -> {
                    text.append(window.windowEndMs());
                    window.rows().forEach(row -> text.append(' ').append(List.of(row)));
                    text.append('\n');
                });
        node.status().streams().forEach(stream -> text.append(stream.stableMs()).append(' '));
        return text + node.catalogEntries().startingWith("").toString();
    }
}
