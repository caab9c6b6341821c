package org.wukongs.store.progress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.wukongs.store.graph.GraphMemory;
import org.wukongs.store.graph.StoredGraph;
import org.wukongs.store.progress.StablePoint.StreamPoint;
import org.wukongs.store.stream.StreamState;
import org.wukongs.store.stream.TransientMemory;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.StreamAdaptor;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.WriterId;

class CoordinatorTest {

    private final Injector injector = new Injector();
    private final GraphMemory stored = new GraphMemory(1 << 20);
    private final Coordinator coordinator = new Coordinator(stored, injector);
    private final StoredGraph graph = stored.newGraph();
    private final TransientMemory memory = new TransientMemory(1 << 26);
    private final StreamState state = state("s");

    private StreamState state(String name) {
        return new StreamState(
                new StreamDefinition(name, 50, "STORED", Set.of()),
                1 << 20,
                memory,
                graph,
                new long[0]);
    }

    @BeforeEach
    void open() {
        coordinator.addStream(state);
        coordinator.open(new WriterId("s", 0, 2, "job", 0));
    }

    private static void inject(StreamState stream, long timeMs, long subject) {
        long[] one = {subject};
        stream.stage(
                new EncodedBatch(
                        timeMs / 50, false, new long[] {timeMs}, one, new long[] {1}, one));
    }

    private void work() {
        while (coordinator.hasWork()) {
            coordinator.advance();
            injector.doWork();
        }
    }

    @Test
    void aBatchIsInjectedWhenAllWritersClosedIt() {
        inject(state, 10, 1024);
        inject(state, 60, 2048);
        assertThat(coordinator.stableMs("s")).isEqualTo(Long.MIN_VALUE);
        coordinator.closeUpTo("s", 0, 1);
        assertThat(coordinator.hasWork()).isFalse();
        assertThat(coordinator.advance()).as("nothing has changed").isFalse();
        coordinator.closeUpTo("s", 1, 0);
        work();
        assertThat(graph.tripleCount()).isEqualTo(1);
        assertThat(coordinator.publishedProgress()).isEqualTo(coordinator.progressCount());
        assertThat(coordinator.stableMs("s")).isEqualTo(50);
        assertThat(coordinator.stableSn()).isEqualTo(1);
        work();
        assertThat(coordinator.stableSn()).as("nothing has changed since").isEqualTo(1);
    }

    @Test
    void nothingIsVisibleBeforeThePlanIsDone() {
        inject(state, 10, 1024);
        coordinator.closeUpTo("s", 0, 0);
        coordinator.closeUpTo("s", 1, 0);
        assertThat(coordinator.advance()).isTrue();
        StablePoint before = coordinator.stablePointAcquire();
        while (!coordinator.planDone()) {
            assertThat(coordinator.advance()).isFalse();
            assertThat(coordinator.stablePointAcquire()).isEqualTo(before);
            injector.doWork();
        }
        long version = coordinator.version();
        assertThat(coordinator.advance()).isTrue();
        assertThat(coordinator.version()).isGreaterThan(version);
        assertThat(coordinator.stablePointAcquire().stream("s")).isEqualTo(new StreamPoint(0, 50));
    }

    /**
     * What is closed while a plan is under way comes with the next; no stream waits for another.
     */
    @Test
    void streamsDoNotWaitForEachOther() {
        StreamState other = state("t");
        coordinator.addStream(other);
        coordinator.open(new WriterId("t", 0, 1, "job", 0));
        inject(state, 10, 1024);
        inject(other, 10, 2048);
        coordinator.closeUpTo("t", 0, 7);
        coordinator.advance();
        coordinator.closeUpTo("s", 0, 3);
        coordinator.closeUpTo("s", 1, 3);
        while (!coordinator.planDone()) {
            injector.doWork();
        }
        coordinator.advance();
        assertThat(coordinator.stableMs("t")).isEqualTo(400);
        assertThat(coordinator.stableMs("s")).isEqualTo(Long.MIN_VALUE);
        work();
        assertThat(coordinator.stableMs("s")).isEqualTo(200);
        assertThat(coordinator.stableSn()).isEqualTo(2);
    }

    @Test
    void aBacklogIsSeveralPlans() {
        long[] ids = new long[(int) Coordinator.PLAN_TUPLE_COUNT_MAX / 2];
        Arrays.fill(ids, 1024);
        long[] times = new long[ids.length];
        for (int batch = 0; batch < 3; batch++) {
            Arrays.fill(times, batch * 50L);
            long[] pids = new long[ids.length];
            Arrays.fill(pids, 1);
            state.stage(new EncodedBatch(batch, false, times.clone(), ids, pids, ids));
        }
        coordinator.closeUpTo("s", 0, 9);
        coordinator.closeUpTo("s", 1, 9);
        coordinator.advance();
        while (!coordinator.planDone()) {
            injector.doWork();
        }
        coordinator.advance();
        assertThat(coordinator.stableMs("s")).as("two batches fit").isEqualTo(100);
        work();
        assertThat(coordinator.stableMs("s")).isEqualTo(500);
        assertThat(coordinator.stableSn()).isEqualTo(2);
    }

    @Test
    void anIdleStreamFollowsThoseThatAreReadWithIt() {
        for (String name : List.of("idle", "slow", "alone")) {
            coordinator.addStream(state(name));
            coordinator.open(new WriterId(name, 0, 1, "job", 0));
        }
        IdleStreams idle = new IdleStreams(coordinator);
        Set<Set<String>> readTogether =
                Set.of(Set.of("s", "idle"), Set.of("s", "slow", "idle"), Set.of("alone"));
        coordinator.markIdle("idle", 0);
        coordinator.markIdle("alone", 0);
        coordinator.closeUpTo("slow", 0, 1);
        idle.follow(readTogether);
        work();
        assertThat(coordinator.stableMs("idle"))
                .as("s has closed nothing")
                .isEqualTo(Long.MIN_VALUE);
        coordinator.closeUpTo("s", 0, 7);
        coordinator.closeUpTo("s", 1, 7);
        idle.follow(readTogether);
        work();
        assertThat(coordinator.stableMs("idle")).isEqualTo(400);
        assertThat(coordinator.stableMs("slow")).as("not idle").isEqualTo(100);
        assertThat(coordinator.stableMs("alone")).isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void theEndOfAStreamBringsTheRest() {
        inject(state, 10, 1024);
        inject(state, 1_000, 2048);
        coordinator.closeUpTo("s", 0, StreamAdaptor.END_OF_STREAM);
        coordinator.closeUpTo("s", 1, StreamAdaptor.END_OF_STREAM);
        work();
        assertThat(graph.tripleCount()).isEqualTo(2);
        assertThat(coordinator.stableMs("s")).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void anEndedStreamGoesOnFromWhatWasClosedByNumber() {
        coordinator.closeUpTo("s", 0, 3);
        coordinator.closeUpTo("s", 1, 3);
        coordinator.closeUpTo("s", 0, StreamAdaptor.END_OF_STREAM);
        coordinator.closeUpTo("s", 1, StreamAdaptor.END_OF_STREAM);
        work();
        assertThat(coordinator.stableMs("s")).isEqualTo(Long.MAX_VALUE);
        coordinator.open(new WriterId("s", 0, 1, "next", 0));
        assertThat(coordinator.stableMs("s")).isEqualTo(200);
    }

    @Test
    void aStreamMayEndWithoutATuple() {
        coordinator.closeUpTo("s", 0, StreamAdaptor.END_OF_STREAM);
        coordinator.closeUpTo("s", 1, StreamAdaptor.END_OF_STREAM);
        work();
        assertThat(coordinator.stableMs("s")).isEqualTo(Long.MAX_VALUE);
        assertThat(graph.tripleCount()).isZero();
    }

    @Test
    void aDroppedStreamIsForgottenAndItsWritersStayFenced() {
        long epoch = coordinator.open(new WriterId("s", 1, 2, "job", 0));
        coordinator.closeUpTo("s", 0, 3);
        coordinator.closeUpTo("s", 1, 3);
        work();
        coordinator.dropStream("s");
        assertThat(coordinator.stablePointAcquire().streams()).isEmpty();
        coordinator.addStream(state("s"));
        assertThat(coordinator.stableMs("s")).isEqualTo(Long.MIN_VALUE);
        assertThatThrownBy(() -> coordinator.progress("s").check(epoch))
                .hasMessageStartingWith("fenced");
    }

    @Test
    void stableSnNeverGoesBack() {
        coordinator.planAs(7);
        work();
        assertThatThrownBy(() -> coordinator.planAs(6)).isInstanceOf(IllegalStateException.class);
        assertThat(coordinator.stableSn()).isEqualTo(7);
        coordinator.publishChanged();
        assertThat(coordinator.stableSn()).as("nothing was loaded").isEqualTo(7);
        graph.add(1024, 1, 1024);
        coordinator.publishChanged();
        assertThat(coordinator.stableSn()).isEqualTo(8);
    }

    @Test
    void whatIsChangedBeforeTheFirstPlanHasSnapshotsOfItsOwn() {
        graph.add(1024, 1, 1024);
        coordinator.publishChanged();
        graph.add(1024, 1, 2048);
        coordinator.publishChanged();
        assertThat(coordinator.stableSn()).isEqualTo(2);
        assertThat(coordinator.stablePointAcquire().storedSnapshot())
                .isEqualTo(stored.publishedSnapshot());
    }
}
