package org.wukongs.store.progress;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.wukongs.store.graph.GraphMemory;
import org.wukongs.store.graph.StoredGraph;
import org.wukongs.store.stream.StreamState;
import org.wukongs.store.stream.TransientMemory;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.WriterId;

/** Streams with batches of 100 ms, so a plan lingers for 5 ms. */
class PlanLingerTest {

    private static final long LINGER_NS = TimeUnit.MILLISECONDS.toNanos(5);

    private final Injector injector = new Injector();
    private final GraphMemory stored = new GraphMemory(1 << 20);
    private final Coordinator coordinator = new Coordinator(stored, injector);
    private final InjectionCycle cycle = new InjectionCycle(coordinator, injector);
    private final StoredGraph graph = stored.newGraph();
    private final TransientMemory memory = new TransientMemory(1 << 26);
    private long nowNs = 1_000_000_000;
    private long epoch; // of t

    @BeforeEach
    void open() {
        coordinator.linger(() -> nowNs);
        add(coordinator, "s", 100);
        epoch = add(coordinator, "t", 100);
    }

    /** Returns the epoch of the stream's only writer. */
    private long add(Coordinator of, String name, long batchIntervalMs) {
        StreamDefinition definition =
                new StreamDefinition(name, batchIntervalMs, "STORED", Set.of());
        of.addStream(new StreamState(definition, 1 << 20, memory, graph, new long[0]));
        return of.open(new WriterId(name, 0, 1, "job", 0));
    }

    private void close(String stream, long batch) {
        coordinator.closeUpTo(stream, 0, batch);
    }

    /** Works until there is nothing to do at this time. */
    private void work() {
        while (cycle.doWork() > 0) {
            // more may follow
        }
    }

    private void closeBoth(long batch) {
        close("s", batch);
        close("t", batch);
        work();
        assertStable(batch, batch);
    }

    private void assertStable(long batchOfS, long batchOfT) {
        assertThat(coordinator.stableMs("s")).isEqualTo((batchOfS + 1) * 100);
        assertThat(coordinator.stableMs("t")).isEqualTo((batchOfT + 1) * 100);
    }

    @Test
    void streamsThatCloseTheSameTimeShareAPlan() {
        closeBoth(0);
        long sn = coordinator.stableSn();
        close("s", 1);
        work();
        assertStable(0, 0);
        assertThat(coordinator.lingerNs()).isEqualTo(LINGER_NS);
        nowNs += LINGER_NS / 2;
        assertThat(coordinator.lingerNs()).isEqualTo(LINGER_NS / 2);
        close("t", 1);
        assertThat(coordinator.lingerNs()).isZero();
        work();
        assertStable(1, 1);
        assertThat(coordinator.stableSn()).isEqualTo(sn + 1);
    }

    @Test
    void aPlanDoesNotLingerForLong() {
        closeBoth(0);
        close("s", 1);
        nowNs += LINGER_NS - 1;
        work();
        assertStable(0, 0);
        nowNs++;
        work();
        assertStable(1, 0);
    }

    /** After 100 plans it may be prompt. */
    @Test
    void aStreamThatWasLateIsNotWaitedForAtOnce() {
        closeBoth(0);
        close("s", 1);
        nowNs += LINGER_NS;
        work();
        close("t", 1);
        work();
        for (int batch = 2; batch < 51; batch++) {
            close("s", batch);
            work();
            assertStable(batch, batch - 1);
            close("t", batch);
            work();
        }
        assertStable(50, 50);
        close("s", 51);
        work();
        assertStable(50, 50);
    }

    @Test
    void onlyStreamsThatAreOneBatchBehindAreWaitedFor() {
        closeBoth(0);
        close("s", 2);
        assertThat(coordinator.lingerNs()).as("t is two behind").isZero();
        work();
        assertStable(2, 0);
        close("t", 1);
        assertThat(coordinator.lingerNs()).as("s is ahead, but not new").isZero();
    }

    @Test
    void aStreamThatHasClosedNothingIsNotWaitedFor() {
        close("s", 0);
        assertThat(coordinator.lingerNs()).isZero();
    }

    @Test
    void idleStreamsAreNotWaitedFor() {
        closeBoth(0);
        coordinator.markIdle("t", 0);
        close("s", 1);
        assertThat(coordinator.lingerNs()).isZero();
    }

    @Test
    void streamsWhoseWritersAreGoneAreNotWaitedFor() {
        closeBoth(0);
        StreamProgress progress = coordinator.progress("t");
        progress.disconnected(0, epoch, progress.connection(0));
        close("s", 1);
        assertThat(coordinator.lingerNs()).isZero();
    }

    @Test
    void endedStreamsAreNotWaitedFor() {
        closeBoth(0);
        coordinator.closeUpTo("t", 0, Long.MAX_VALUE);
        work();
        close("s", 1);
        assertThat(coordinator.lingerNs()).isZero();
    }

    /** A long batch is only missing when the short ones have passed its end. */
    @Test
    void longBatchesHaveTheirOwnTime() {
        add(coordinator, "long", 1000);
        closeBoth(8);
        close("long", 0);
        closeBoth(18);
        close("s", 19);
        close("t", 19);
        assertThat(coordinator.lingerNs()).isEqualTo(LINGER_NS);
        close("long", 1);
        assertThat(coordinator.lingerNs()).isZero();
    }

    @Test
    void shortBatchesLingerForATwentieth() {
        add(coordinator, "short", 10);
        coordinator.closeUpTo("short", 0, 18);
        work();
        close("s", 1);
        assertThat(coordinator.lingerNs()).isEqualTo(TimeUnit.MICROSECONDS.toNanos(500));
    }

    @Test
    void whoeverWaitsForAPlanDoesNotLinger() {
        closeBoth(0);
        close("s", 1);
        work();
        assertStable(0, 0);
        cycle.finish();
        assertStable(1, 0);
    }

    @Test
    void aNodeOfItsOwnDoesNotLinger() {
        Coordinator own = new Coordinator(new GraphMemory(1 << 20), new Injector());
        add(own, "s", 100);
        add(own, "t", 100);
        own.closeUpTo("t", 0, 0);
        own.closeUpTo("s", 0, 1);
        assertThat(own.lingerNs()).isZero();
    }
}
