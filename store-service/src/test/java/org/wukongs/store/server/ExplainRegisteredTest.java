package org.wukongs.store.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.wukongs.naive.Failures.assertFails;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.wukongs.client.QueryPlan;
import org.wukongs.client.ReaderId;
import org.wukongs.client.ReaderStart;
import org.wukongs.client.StoreClient;
import org.wukongs.client.StoreClient.StreamWriter;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.naive.Waits;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.stream.BatchDispatcher;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;
import org.wukongs.stream.TupleBatch;
import org.wukongs.stream.TupleEncoder;
import org.wukongs.stream.VertexOwners;
import org.wukongs.stream.WriterId;

/** Plans of registered queries, over the windows that there are. */
@Timeout(60)
class ExplainRegisteredTest {

    private static final Duration LONG = Duration.ofSeconds(20);
    private static final int TUPLES_A_BATCH = 4;

    private final StoreServer server =
            StoreServer.start(StoreConfig.builder().keptTupleCount(0).build(), "127.0.0.1", 0);
    private final StoreClient client = StoreClient.connect(List.of(server.address()), LONG);
    private final BatchDispatcher dispatcher = new BatchDispatcher(VertexOwners.ONE);
    private StreamWriter writer;
    private int nextBatch;

    @BeforeEach
    void start() {
        client.registerStream(StreamDefinition.of("s"));
        client.update("INSERT DATA { <urn:a> <urn:knows> <urn:b0>, <urn:b1> }");
        register("q", "GRAPH s { ?b <urn:p> ?o } GRAPH STORED { <urn:a> <urn:knows> ?b }");
    }

    private void register(String name, String where) {
        client.registerQuery(
                "REGISTER QUERY "
                        + name
                        + " AS SELECT * FROM STREAM s [RANGE 200ms STEP 100ms] FROM STORED WHERE { "
                        + where
                        + " }");
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
    }

    /** Each batch has a tuple about each of b0 to b3. */
    private void feed(int batchCount) {
        if (writer == null) {
            writer = client.openWriter(new WriterId("s", 0, 1, "test", 0));
        }
        TupleEncoder encoder = new TupleEncoder(client.strings());
        for (int i = 0; i < batchCount; i++, nextBatch++) {
            List<Tuple> tuples = new ArrayList<>();
            for (int b = 0; b < TUPLES_A_BATCH; b++) {
                tuples.add(
                        new Tuple(
                                nextBatch * 100L + b,
                                "<urn:b" + b + ">",
                                "<urn:p>",
                                "<urn:o" + nextBatch + ">"));
            }
            dispatcher
                    .dispatch(encoder.encode(new TupleBatch(nextBatch, false, tuples)))
                    .forEach(writer::send);
            writer.closeUpTo(nextBatch);
        }
        writer.flush();
        long stableMs = nextBatch * 100L;
        Waits.await(() -> client.status().streams().get(0).stableMs() == stableMs);
    }

    private static long lastRows(QueryPlan plan) {
        return plan.steps().get(plan.steps().size() - 1).actualRows();
    }

    @Test
    void aPlanIsOfTheNewestWindows() {
        assertFails(
                Category.USER,
                "none yet: query=q",
                () -> client.explainRegistered("q", false, true));
        feed(5);
        QueryPlan planned = client.explainRegistered("q", false, false);
        assertThat(planned.engine()).isEqualTo("exploration");
        assertThat(planned.steps())
                .hasSize(2)
                .allSatisfy(
                        step -> {
                            assertThat(step.estimatedRows()).isNotNegative();
                            assertThat(step.actualRows()).isEqualTo(QueryPlan.NOT_EXECUTED);
                        });
        // b0 and b1 in the two batches of a window.
        assertThat(lastRows(client.explainRegistered("q", false, true))).isEqualTo(4);
        assertThat(client.status().queries().get(0).executionCount()).isZero();
    }

    @Test
    void windowsThatWereReadAreGoneAndThePlanIsOfTheNext() {
        ReaderId reader = ReaderId.ofQuery("r", "q");
        client.attachReader(reader, ReaderStart.earliest());
        feed(5);
        client.releaseWindows(reader, 600);
        feed(1);
        client.releaseWindows(reader, 700);
        // The last batch is the first half of the window to come.
        Waits.await(() -> client.status().streams().get(0).retainedTupleCount() == TUPLES_A_BATCH);
        assertThat(lastRows(client.explainRegistered("q", false, true))).isEqualTo(2);
    }

    @Test
    void aTemplateHasOnePlanForAllItsQueries() {
        register("t0", "GRAPH s { <urn:b0> <urn:p> ?o }");
        register("t1", "GRAPH s { <urn:b1> <urn:p> ?o }");
        register("t2", "GRAPH s { <urn:b2> <urn:p> ?o }");
        feed(3);
        assertThat(lastRows(client.explainRegistered("t1", false, true))).isEqualTo(2);
        assertThat(lastRows(client.explainRegistered("t1", true, true))).isEqualTo(6);
        assertThat(lastRows(client.explainRegistered("q", true, true))).isEqualTo(4);
    }

    @Test
    void windowsByCountAreExplainedToo() {
        client.registerQuery(
                "REGISTER QUERY c COMPUTED EVERY 100ms AS SELECT ?s FROM STREAM s [TRIPLES 10]"
                        + " WHERE { ?s <urn:p> ?o }");
        feed(1); // no block is complete
        assertThat(lastRows(client.explainRegistered("c", false, true))).isEqualTo(4);
        feed(5); // two are, of 24 tuples
        assertThat(lastRows(client.explainRegistered("c", false, true))).isEqualTo(10);
    }

    @Test
    void operatorsAreExplainedToo() {
        register(
                "n",
                "GRAPH s { ?b <urn:p> ?o } OPTIONAL { GRAPH STORED { <urn:a> <urn:knows> ?b } }");
        feed(3);
        QueryPlan plan = client.explainRegistered("n", false, true);
        assertThat(plan.engine()).isEqualTo("operators");
        assertThat(plan.steps().get(0).actualRows()).isEqualTo(8);
        assertThat(plan.steps()).anySatisfy(step -> assertThat(step.depth()).isPositive());
    }
}
