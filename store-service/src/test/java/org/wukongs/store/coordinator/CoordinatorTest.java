package org.wukongs.store.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.wukongs.store.inject.StreamState;
import org.wukongs.store.memory.GraphMemory;
import org.wukongs.store.memory.StoredGraph;
import org.wukongs.store.transientstore.TransientMemory;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.StreamAdaptor;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.WriterId;

class CoordinatorTest {

    private final Coordinator coordinator = new Coordinator();
    private final StoredGraph graph = new GraphMemory(1 << 20).newGraph();
    private final StreamState state =
            new StreamState(
                    new StreamDefinition("s", 50, "STORED", java.util.Set.of()),
                    100,
                    new TransientMemory(1 << 20),
                    graph,
                    new long[0]);

    @BeforeEach
    void open() {
        coordinator.addStream(state);
        coordinator.progress("s").open(new WriterId("s", 0, 2, "job", 0));
    }

    private void inject(long timeMs, long subject) {
        long[] one = {subject};
        state.inject(
                new EncodedBatch(
                        timeMs / 50, false, new long[] {timeMs}, one, new long[] {1}, one));
    }

    @Test
    void aBatchIsAbsorbedWhenAllWritersClosedIt() {
        inject(10, 1024);
        inject(60, 2048);
        assertThat(coordinator.stableMs("s")).isEqualTo(Long.MIN_VALUE);
        coordinator.closeUpTo("s", 0, 1);
        assertThat(graph.tripleCount()).isZero();
        assertThat(coordinator.publish()).as("nothing has changed").isZero();
        long version = coordinator.version();
        coordinator.closeUpTo("s", 1, 0);
        assertThat(coordinator.version()).isGreaterThan(version);
        assertThat(graph.tripleCount()).isEqualTo(1);
        assertThat(coordinator.stableMs("s")).isEqualTo(50);
        assertThat(coordinator.publish()).isEqualTo(1);
        assertThat(coordinator.publish()).as("nothing has changed since").isEqualTo(1);
    }

    @Test
    void theEndOfAStreamAbsorbsTheRest() {
        inject(10, 1024);
        inject(1_000, 2048);
        coordinator.closeUpTo("s", 0, StreamAdaptor.END_OF_STREAM);
        coordinator.closeUpTo("s", 1, StreamAdaptor.END_OF_STREAM);
        assertThat(graph.tripleCount()).isEqualTo(2);
        assertThat(coordinator.stableMs("s")).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void aStreamMayEndWithoutATuple() {
        coordinator.closeUpTo("s", 0, StreamAdaptor.END_OF_STREAM);
        coordinator.closeUpTo("s", 1, StreamAdaptor.END_OF_STREAM);
        assertThat(coordinator.stableMs("s")).isEqualTo(Long.MAX_VALUE);
        assertThat(graph.tripleCount()).isZero();
    }

    @Test
    void stableSnNeverGoesBack() {
        coordinator.publishAs(7);
        assertThatThrownBy(() -> coordinator.publishAs(6))
                .isInstanceOf(IllegalStateException.class);
        assertThat(coordinator.stableSn()).isEqualTo(7);
        coordinator.markChanged();
        assertThat(coordinator.publish()).isEqualTo(8);
    }
}
