package org.wukongs.store.graph;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.wukongs.stream.StreamDefinition;

class StoreCheckerTest {

    private static final int GRAPHS = 5_000;

    /** Also: what a store with very many named graphs costs. */
    @Test
    void manySmallGraphs() {
        try (StoredGraphs stored = new StoredGraphs(64 << 20)) {
            TripleBuffer buffer = new TripleBuffer();
            for (int i = 0; i < GRAPHS; i++) {
                buffer.clear();
                for (int k = 1; k <= 3; k++) {
                    buffer.append(1024L * (i + 1), k, 1024L * GRAPHS + k);
                }
                stored.graphFor("g" + i).insert(buffer);
            }
            CheckReport report = new StoreChecker(stored, Checks.ANY).check();
            report.throwIfUnsound();
            assertThat(report.isSound()).isTrue();
            assertThat(report.graphCount()).isEqualTo(GRAPHS + 1);
            assertThat(report.tripleCount()).isEqualTo(3L * GRAPHS);
            assertThat(stored.memoryBytes()).isLessThan(1_000L * GRAPHS);
            assertThat(stored.graph(StreamDefinition.STORED).tripleCount()).isZero();
        }
    }
}
