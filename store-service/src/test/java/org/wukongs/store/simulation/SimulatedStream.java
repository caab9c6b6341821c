package org.wukongs.store.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.wukongs.error.WukongsException;
import org.wukongs.store.progress.Coordinator;
import org.wukongs.store.progress.StablePoint.StreamPoint;
import org.wukongs.store.simulation.SimulatedTuple.SimulatedTriple;
import org.wukongs.store.simulation.SimulatedWriter.Close;
import org.wukongs.store.simulation.SimulatedWriter.Data;
import org.wukongs.store.simulation.SimulatedWriter.Idle;
import org.wukongs.store.simulation.SimulatedWriter.Message;
import org.wukongs.store.stream.StreamState;
import org.wukongs.store.stream.WindowView;
import org.wukongs.stream.StreamAdaptor;
import org.wukongs.stream.WriterId;

/** A stream, its writers, and the naive model of both. */
final class SimulatedStream {

    private final Coordinator coordinator;
    private final Random random;
    final StreamState state;
    final String name;
    private List<SimulatedWriter> writers = new ArrayList<>();
    private final List<SimulatedWriter> fenced = new ArrayList<>();

    // The model
    private final List<SimulatedTuple> taken = new ArrayList<>();
    private final Set<Long> sequences = new HashSet<>();
    private List<SimulatedTuple> lateWaiting = new ArrayList<>();
    private List<SimulatedTuple> latePlanned = new ArrayList<>();
    private long[] closed = {};
    private boolean[] idle = {};
    private long closedBatch = StreamAdaptor.NO_BATCH;
    private boolean ended;
    private long reclaimedMs = Long.MIN_VALUE;
    private StreamPoint seen;
    private int epochCount;

    SimulatedStream(StreamState state, Coordinator coordinator, Random random) {
        this.state = state;
        this.coordinator = coordinator;
        this.random = random;
        this.name = state.definition().name();
        coordinator.addStream(state);
        state.index().attach();
        this.seen = coordinator.stablePointAcquire().stream(name);
        restart();
    }

    /** Other writers begin a new epoch, and send again what the old ones may have sent. */
    void restart() {
        if (ended && coordinator.planUnderWay()) {
            return; // The node finishes the plan before it opens an ended stream again.
        }
        int count = 1 + random.nextInt(3);
        long nowMs = writers.stream().mapToLong(SimulatedWriter::nowMs).min().orElse(0);
        fenced.addAll(writers);
        writers = new ArrayList<>();
        epochCount++;
        for (int index = 0; index < count; index++) {
            long epoch = coordinator.open(new WriterId(name, index, count, "job" + epochCount, 0));
            writers.add(new SimulatedWriter(state.definition(), index, epoch, nowMs / 2, random));
        }
        sequences.clear();
        closed = new long[count];
        Arrays.fill(closed, StreamAdaptor.NO_BATCH);
        idle = new boolean[count];
        if (ended) {
            ended = false;
            seen = coordinator.stablePointAcquire().stream(name);
        }
    }

    void step() {
        writers.get(random.nextInt(writers.size())).step();
    }

    void end() {
        writers.forEach(
                writer -> {
                    if (!writer.ended()) {
                        writer.end();
                    }
                });
    }

    /** A message of any writer arrives, perhaps one of an epoch that is over. */
    void deliver() {
        boolean old = !fenced.isEmpty() && random.nextInt(4) == 0;
        List<SimulatedWriter> from = old ? fenced : writers;
        SimulatedWriter writer = from.get(random.nextInt(from.size()));
        Message message = writer.receive();
        if (message == null) {
            return;
        }
        try {
            coordinator.progress(name).check(writer.epoch);
            assertThat(old).as("an old writer is fenced").isFalse();
        } catch (WukongsException e) {
            assertThat(old).as(e.getMessage()).isTrue();
            return;
        }
        take(writer, message);
    }

    private void take(SimulatedWriter writer, Message message) {
        if (message instanceof Data data) {
            take(writer.index, data);
        } else if (message instanceof Close close) {
            coordinator.progress(name).checkComplete(writer.index, close.sequence());
            coordinator.closeUpTo(name, writer.index, close.batch());
            idle[writer.index] = false;
            closed[writer.index] = Math.max(closed[writer.index], close.batch());
            progress();
        } else if (message instanceof Idle marker) {
            coordinator.progress(name).checkComplete(writer.index, marker.sequence());
            coordinator.markIdle(name, writer.index);
            idle[writer.index] = true;
            progress();
        }
    }

    private void take(int writer, Data data) {
        long sequence = data.batch().sequence();
        boolean isNew = sequences.add(sequence * 8 + writer);
        assertThat(coordinator.progress(name).expects(writer, sequence)).isEqualTo(isNew);
        if (!isNew) {
            return;
        }
        boolean late = data.batch().tuples().late();
        late |= data.batch().tuples().batch() <= state.plannedBatch();
        assertThat(state.stage(data.batch().tuples())).isTrue();
        coordinator.progress(name).taken(writer, sequence);
        idle[writer] = false;
        (late ? lateWaiting : taken).addAll(data.tuples());
        if (late) {
            coordinator.lateStaged(name);
        }
    }

    /** The definition, by the book. */
    private void progress() {
        long least = Long.MAX_VALUE;
        long newest = StreamAdaptor.NO_BATCH;
        boolean all = true;
        for (int writer = 0; writer < closed.length; writer++) {
            boolean writerEnded = closed[writer] == StreamAdaptor.END_OF_STREAM;
            all &= writerEnded;
            if (!writerEnded) {
                newest = Math.max(newest, closed[writer]);
            }
            if (!writerEnded && !idle[writer]) {
                least = Math.min(least, closed[writer]);
            }
        }
        if (all) {
            ended = true;
        } else {
            closedBatch = Math.max(closedBatch, least == Long.MAX_VALUE ? newest : least);
        }
    }

    /** A plan has been made. */
    void planned() {
        latePlanned.addAll(lateWaiting);
        lateWaiting = new ArrayList<>();
    }

    /** A point has been published: what it adds to the stored graph. */
    void published(StreamPoint point, Set<SimulatedTriple> stored) {
        assertThat(point.batch()).as("VTS").isGreaterThanOrEqualTo(seen.batch());
        assertThat(point.stableMs()).as("VTS").isGreaterThanOrEqualTo(seen.stableMs());
        if (point.stableMs() == Long.MAX_VALUE) {
            assertThat(ended).as("the end comes from all writers").isTrue();
        } else {
            assertThat(point.batch()).as("prefix").isLessThanOrEqualTo(closedBatch);
        }
        seen = point;
        for (SimulatedTuple tuple : taken) {
            long batch = state.definition().batchOf(tuple.timeMs());
            if (tuple.timeless() && batch <= state.plannedBatch()) {
                stored.add(tuple.triple());
            }
        }
        latePlanned.stream()
                .filter(SimulatedTuple::timeless)
                .forEach(tuple -> stored.add(tuple.triple()));
        latePlanned = new ArrayList<>();
    }

    /** When everything has been delivered nothing is held back. */
    void checkCaughtUp() {
        if (!ended) {
            assertThat(seen.batch()).isEqualTo(closedBatch);
        } else {
            assertThat(seen.stableMs()).isEqualTo(Long.MAX_VALUE);
        }
        assertThat(state.tupleCount()).isEqualTo(taken.size());
    }

    void reclaim() {
        if (seen.stableMs() != Long.MIN_VALUE && seen.stableMs() != Long.MAX_VALUE) {
            reclaimedMs = Math.max(reclaimedMs, seen.stableMs() - random.nextInt(2_000));
            state.index().reclaimBelowMs(reclaimedMs);
        }
    }

    /** Any window of what is stable has exactly its tuples, also while a plan is under way. */
    void checkWindow() {
        if (seen.stableMs() == Long.MIN_VALUE) {
            return;
        }
        long stableMs = seen.stableMs() == Long.MAX_VALUE ? 100_000 : seen.stableMs();
        long toMs = stableMs - random.nextInt(300);
        long fromMs = Math.max(reclaimedMs, toMs - random.nextInt(1_000));
        Set<SimulatedTriple> expected = new HashSet<>();
        for (SimulatedTuple tuple : taken) {
            if (tuple.timeMs() >= fromMs && tuple.timeMs() < toMs) {
                expected.add(tuple.triple());
            }
        }
        WindowView window = state.index().window(fromMs, toMs);
        assertThat(InjectionSimulation.triples(window)).as("window").isEqualTo(expected);
    }
}
