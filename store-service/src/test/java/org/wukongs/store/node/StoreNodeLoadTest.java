package org.wukongs.store.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.TreeMap;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.wukongs.error.WukongsException;
import org.wukongs.store.graph.TripleBuffer;
import org.wukongs.stream.StreamDefinition;

/** Loads of several graphs at once. */
class StoreNodeLoadTest {

    private static final long STORE_BYTES = 1 << 20;

    private final StoreNode node =
            new StoreNode(
                    StoreConfig.builder().storeMemoryBytes(STORE_BYTES).build(),
                    new SystemNanoClock());

    @AfterEach
    void close() {
        node.close();
    }

    @Test
    void duplicatesCountOnceOverBuffersAndLoads() {
        assertThat(node.loader().load(graphs(10, 20))).isEqualTo(30);
        assertThat(node.loader().load(graphs(15, 20))).isEqualTo(5);
        assertThat(node.status().storedTripleCount()).isEqualTo(35);
    }

    @Test
    void aStreamsNameLeavesAllGraphsAsTheyWere() {
        node.streams().register(StreamDefinition.of("b"));
        assertThatThrownBy(() -> node.loader().load(graphs(10, 20)))
                .hasMessage("a stream has this name: name=b");
        assertThat(node.status().storedTripleCount()).isZero();
    }

    @Test
    void whereMemoryEndsTheErrorSaysHowFarItCame() {
        assertThatThrownBy(() -> node.loader().load(graphs(10, 5_000_000)))
                .isInstanceOfSatisfying(
                        WukongsException.class,
                        e -> assertThat(e.category()).isEqualTo(WukongsException.Category.FATAL))
                .hasMessageContaining("--store-memory")
                .hasMessageEndingWith("graphsLoaded=1 graphCount=2");
        assertThat(node.status().storedTripleCount()).isEqualTo(10);
        assertThat(node.loader().load(graphs(20, 30))).isEqualTo(10 + 30);
    }

    /** Graph a with triples of {@code a} subjects, twice; b with those of {@code b}. */
    private static Map<String, TripleBuffer[]> graphs(int a, int b) {
        Map<String, TripleBuffer[]> graphs = new TreeMap<>();
        graphs.put("a", new TripleBuffer[] {triples(a), triples(a)});
        graphs.put("b", new TripleBuffer[] {triples(b)});
        return graphs;
    }

    private static TripleBuffer triples(int count) {
        TripleBuffer buffer = new TripleBuffer();
        for (int i = 1; i <= count; i++) {
            buffer.append((long) i << 10, 1, 1 << 10);
        }
        return buffer;
    }
}
