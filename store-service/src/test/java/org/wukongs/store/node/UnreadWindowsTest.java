package org.wukongs.store.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.wukongs.client.StoreStatus.QueryStatus;
import org.wukongs.client.StoreStatus.StreamStatus;
import org.wukongs.client.WindowResult;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;
import org.wukongs.stream.TupleBatch;
import org.wukongs.stream.TupleEncoder;
import org.wukongs.stream.WriterId;

/** Queries without a reader, and a ring that is full: the newest windows stay, lost ones count. */
class UnreadWindowsTest {

    private static final int RING = 80;
    private static final int BATCHES = 100;
    private static final int TUPLES_A_BATCH = 4;
    private static final String BY_TIME =
            "REGISTER QUERY q AS SELECT ?s FROM STREAM s [RANGE 200ms STEP 100ms]"
                    + " WHERE { ?s <http://x/p> ?o }";
    private static final String BY_COUNT =
            "REGISTER QUERY c COMPUTED EVERY 100ms AS SELECT ?s FROM STREAM s [TRIPLES 50]"
                    + " WHERE { ?s <http://x/p> ?o }";

    private final StoreNode node =
            new StoreNode(
                    StoreConfig.builder().termCountMax(10_000).ringTupleCountMax(RING).build(),
                    new SystemNanoClock());
    private final WriterId writer = new WriterId("s", 0, 1, "test", 0);
    private long epoch;

    private void open(String... queries) {
        node.streams()
                .register(
                        new StreamDefinition(
                                "s", 100, StreamDefinition.STORED, Set.of("http://x/p")));
        epoch = node.openWriter(writer);
        for (String query : queries) {
            node.registerQuery(query);
        }
    }

    @AfterEach
    void close() {
        node.close();
    }

    /** False where the store had no room. */
    private boolean write(long batch) {
        List<Tuple> tuples = new ArrayList<>();
        for (int i = 0; i < TUPLES_A_BATCH; i++) {
            String subject = "<http://x/" + batch + "-" + i + ">";
            tuples.add(new Tuple(batch * 100 + i, subject, "<http://x/p>", "\"o\""));
        }
        var encoded =
                new TupleEncoder(node.dictionary()).encode(new TupleBatch(batch, false, tuples));
        boolean taken = node.writers().inject("s", epoch, encoded);
        if (taken) {
            node.writers().closeUpTo(writer, epoch, batch);
            node.advance();
            node.reclaim();
        }
        return taken;
    }

    private void writeAll() {
        for (long batch = 0; batch < BATCHES; batch++) {
            assertThat(write(batch)).as("batch " + batch).isTrue();
        }
    }

    private QueryStatus query(String name) {
        return node.status().queries().stream()
                .filter(query -> query.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private StreamStatus stream() {
        return node.status().streams().get(0);
    }

    @Test
    void theNewestWindowsStayAndLostOnesAreCounted() {
        open(BY_TIME);
        writeAll();
        StreamStatus stream = stream();
        assertThat(stream.retainedTupleCount()).isBetween(RING / 2L, (long) RING);
        assertThat(stream.yieldedTupleCount() + stream.retainedTupleCount())
                .isEqualTo(BATCHES * TUPLES_A_BATCH);
        long lost = query("q").lostWindowCount();
        long told = node.continuous().attachReader("q", Long.MIN_VALUE);
        assertThat(told).isEqualTo(lost).isPositive();
        List<WindowResult> windows =
                node.continuous().fetch("q", Long.MIN_VALUE, BATCHES).results();
        assertThat(windows.get(0).windowEndMs()).isEqualTo((lost + 1) * 100);
        assertThat(windows.size() + lost).isEqualTo(BATCHES);
        assertThat(windows).allMatch(window -> window.rows().size() == 2 * TUPLES_A_BATCH);
    }

    @Test
    void nothingIsLostWhereThereIsRoom() {
        open(BY_TIME);
        for (long batch = 0; batch < RING / TUPLES_A_BATCH; batch++) {
            write(batch);
        }
        assertThat(query("q").lostWindowCount()).isZero();
        assertThat(stream().yieldedTupleCount()).isZero();
        assertThat(node.continuous().attachReader("q", Long.MIN_VALUE)).isZero();
    }

    @Test
    void aReaderIsWaitedForAndOthersLoseNothingForIt() {
        open(BY_TIME, BY_TIME.replace("QUERY q", "QUERY unread"));
        node.continuous().attachReader("q", Long.MIN_VALUE);
        long batch = 0;
        while (write(batch)) {
            batch++;
        }
        assertThat(batch).isEqualTo(RING / TUPLES_A_BATCH);
        assertThat(query("q").lostWindowCount()).isZero();
        assertThat(query("unread").lostWindowCount()).as("would not help").isZero();
    }

    @Test
    void windowsByCountAreGivenUpAsAWhole() {
        open(BY_COUNT);
        writeAll();
        assertThat(query("c").lostWindowCount()).isPositive();
        long before = query("c").lostWindowCount();
        assertThat(write(BATCHES)).isTrue();
        assertThat(query("c").lostWindowCount()).isGreaterThan(before);
        assertThat(node.continuous().attachReader("c", Long.MIN_VALUE)).isGreaterThan(before);
        long after = query("c").lostWindowCount();
        write(BATCHES + 1L);
        assertThat(query("c").lostWindowCount()).as("it is read now").isEqualTo(after);
    }
}
