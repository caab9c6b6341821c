package org.wukongs.store.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.wukongs.store.graph.GraphRows;
import org.wukongs.store.graph.TripleBuffer;
import org.wukongs.store.node.NodeThreads;
import org.wukongs.store.node.StoreNode;

/** Updates of one node while changes of another one take the turns that they need. */
class OvertakenUpdatesTest {

    private static final String COUNT =
            "DELETE { <urn:c> <urn:n> ?n } INSERT { <urn:c> <urn:n> ?m } WHERE { <urn:c> <urn:n> ?n"
                    + " BIND(?n + 1 AS ?m) }";

    /** After three tries, the other nodes let the update go first, and what waits is made then. */
    @Test
    void goesFirstAfterSomeTries() {
        try (LocalCluster cluster = new LocalCluster(3, NodeThreads.NONE)) {
            StoreNode node = cluster.node(0);
            node.update("INSERT DATA { <urn:c> <urn:n> 1 . <urn:x> <urn:p> <urn:x> }");
            long vid = node.dictionary().findVertex("<urn:x>");
            long pid = node.dictionary().findPredicate("<urn:p>");
            int[] tries = {0};
            cluster.beforeTurn(
                    () -> {
                        TripleBuffer added = new TripleBuffer();
                        added.append(vid, pid, vid);
                        String graph = "urn:g" + tries[0]++;
                        PartitionedChanges others = cluster.node(2).changes();
                        others.hand(
                                List.of(new GraphRows(graph, new TripleBuffer(), added)), Map.of());
                        others.doWork();
                    });
            long first = node.update(COUNT).snapshot();
            assertThat(tries[0]).isEqualTo(4);
            cluster.beforeTurn(() -> {});
            assertThat(cluster.node(1).update(COUNT).snapshot()).isGreaterThan(first);
            for (int i = 0; i < 3; i++) {
                cluster.work(); // what has waited is made
            }
            for (int place = 0; place < 3; place++) {
                List<String[]> rows =
                        cluster.node(place).query("SELECT ?n { <urn:c> <urn:n> ?n }").rows();
                assertThat(rows).hasSize(1);
                assertThat(rows.get(0)[0]).startsWith("\"3\"");
                assertThat(cluster.node(place).query("SELECT ?g { GRAPH ?g { } }").rows())
                        .hasSize(4);
                assertThat(cluster.node(place).check().violations()).isEmpty();
            }
        }
    }

    @Test
    void aHoldEndsByItself() {
        AtomicLong nowNs = new AtomicLong(Long.MAX_VALUE - 5);
        TurnHold hold = new TurnHold(nowNs::get);
        assertThat(hold.isHeld()).isFalse();
        assertThat(hold.take(1, TimeUnit.SECONDS.toNanos(1))).isTrue();
        assertThat(hold.take(2, 1)).isFalse();
        assertThat(hold.isHeld()).isTrue();
        hold.free(2); // it has none
        assertThat(hold.isHeld()).isTrue();
        nowNs.addAndGet(TimeUnit.SECONDS.toNanos(1));
        assertThat(hold.isHeld()).isFalse();
        assertThat(hold.take(2, 1)).isTrue();
        hold.free(2);
        assertThat(hold.isHeld()).isFalse();
    }

    @Test
    void whatWaitsIsWokenWhenAHoldIsGivenBack() {
        TurnHold hold = new TurnHold(() -> 0);
        AtomicLong wakes = new AtomicLong();
        hold.useWake(
                () -> {
                    assertThat(hold.isHeld()).isFalse();
                    wakes.incrementAndGet();
                });
        hold.take(1, 1);
        assertThat(wakes).hasValue(0);
        hold.free(1);
        assertThat(wakes).hasValue(1);
    }
}
