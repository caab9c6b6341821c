package org.wukongs.store.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.wukongs.store.graph.GraphMemory;
import org.wukongs.store.graph.ReaderEpochs;
import org.wukongs.store.graph.SharedInserts;
import org.wukongs.store.graph.StoredGraph;
import org.wukongs.store.progress.Coordinator;
import org.wukongs.store.progress.Injector;
import org.wukongs.store.progress.StablePoint;
import org.wukongs.store.simulation.SimulatedTuple.SimulatedTriple;
import org.wukongs.store.stream.StreamState;
import org.wukongs.store.stream.TransientMemory;
import org.wukongs.store.view.TripleView;
import org.wukongs.stream.StreamDefinition;

/**
 * One seeded run: a random interleaving of everything that moves, judged after each step that makes
 * something visible.
 */
final class InjectionSimulation implements AutoCloseable {

    private static final int STREAMS_MAX = 4;
    private static final int GRAPH_COUNT = 2;
    private static final int READER_COUNT = 3;

    /** A reader that holds a snapshot, and what it must see as long as it does. */
    private final class Reader {
        private final ReaderEpochs.Reader epochs = memory.epochs().newReader();
        private long snapshot = -1;
        private List<Set<SimulatedTriple>> expected;

        void step() {
            if (snapshot < 0) {
                snapshot = epochs.enter();
                expected = new ArrayList<>();
                visible.forEach(graph -> expected.add(new HashSet<>(graph)));
                assertThat(snapshot).isEqualTo(point.storedSnapshot());
            }
            check();
            if (random.nextInt(3) == 0) {
                epochs.leave();
                snapshot = -1;
            }
        }

        void check() {
            for (int graph = 0; graph < GRAPH_COUNT && snapshot >= 0; graph++) {
                assertThat(triples(graphs.get(graph).at(snapshot)))
                        .as("graph %d at snapshot %d", graph, snapshot)
                        .isEqualTo(expected.get(graph));
            }
        }
    }

    private final Random random;
    private final GraphMemory memory;
    private final TransientMemory transientMemory = new TransientMemory(1 << 24, 3);
    private final List<StoredGraph> graphs = new ArrayList<>();
    private final List<Set<SimulatedTriple>> visible = new ArrayList<>();
    private final Injector injector = new Injector();
    private final Coordinator coordinator;
    private final Map<String, SimulatedStream> streams = new TreeMap<>();
    private final Map<String, Integer> graphByStream = new TreeMap<>();
    private final List<Reader> readers = new ArrayList<>();
    private StablePoint point;
    private int streamCount;

    InjectionSimulation(long seed) {
        random = new Random(seed);
        memory = new GraphMemory(1 << 22, SharedInserts.any(random));
        for (int graph = 0; graph < GRAPH_COUNT; graph++) {
            graphs.add(memory.newGraph());
            visible.add(new HashSet<>());
        }
        coordinator = new Coordinator(memory, injector);
        point = coordinator.stablePointAcquire();
        for (int reader = 0; reader < READER_COUNT; reader++) {
            readers.add(new Reader());
        }
        addStream();
    }

    /** Takes so many steps, then lets everything arrive. */
    void run(int stepCount) {
        for (int step = 0; step < stepCount; step++) {
            step();
        }
        for (int step = 0; step < 4 * stepCount; step++) {
            streams.values().forEach(SimulatedStream::deliver);
        }
        while (coordinator.hasWork()) {
            inject();
        }
        streams.values().forEach(SimulatedStream::checkCaughtUp);
        readers.forEach(Reader::check);
    }

    long snapshotCount() {
        return point.sn();
    }

    private void step() {
        switch (random.nextInt(40)) {
            case 0 -> addStream();
            case 1 -> dropStream();
            case 2 -> any().restart();
            case 3 -> endOrReclaim();
            case 4, 5 -> any().checkWindow();
            case 6, 7 -> readers.get(random.nextInt(READER_COUNT)).step();
            case 8 -> load();
            default -> move();
        }
    }

    private void move() {
        switch (random.nextInt(3)) {
            case 0 -> any().step();
            case 1 -> any().deliver();
            default -> inject();
        }
    }

    private SimulatedStream any() {
        List<SimulatedStream> all = new ArrayList<>(streams.values());
        return all.get(random.nextInt(all.size()));
    }

    private void addStream() {
        if (streams.size() == STREAMS_MAX) {
            return;
        }
        // A name may come again after its stream was dropped.
        String name = "s" + streamCount++ % (STREAMS_MAX + 1);
        if (streams.containsKey(name)) {
            return;
        }
        int graph = random.nextInt(GRAPH_COUNT);
        long intervalMs = 50L * (1 + random.nextInt(4));
        StreamState state =
                new StreamState(
                        new StreamDefinition(name, intervalMs, "g" + graph, Set.of()),
                        1_000_000,
                        transientMemory,
                        graphs.get(graph),
                        new long[] {SimulatedTuple.TIMING});
        graphByStream.put(name, graph);
        streams.put(name, new SimulatedStream(state, coordinator, random));
    }

    private void dropStream() {
        if (streams.size() > 1 && !coordinator.planUnderWay()) {
            SimulatedStream dropped = any();
            coordinator.dropStream(dropped.name);
            streams.remove(dropped.name);
            dropped.state.index().detach();
            dropped.state.ring().close();
            point = coordinator.stablePointAcquire();
        }
    }

    private void endOrReclaim() {
        SimulatedStream stream = any();
        if (random.nextInt(8) == 0) {
            stream.end();
        } else {
            stream.reclaim();
        }
    }

    /** Triples that come beside the streams are a snapshot of their own. */
    private void load() {
        if (coordinator.planUnderWay()) {
            return;
        }
        int graph = random.nextInt(GRAPH_COUNT);
        SimulatedTuple tuple = SimulatedTuple.random(random, 0);
        graphs.get(graph).add(tuple.subject(), tuple.pid(), tuple.object());
        visible.get(graph).add(tuple.triple());
        coordinator.publishChanged();
        point = coordinator.stablePointAcquire();
    }

    /** A step of the Coordinator or of the injector. */
    private void inject() {
        if (random.nextBoolean()) {
            injector.doWork();
            return;
        }
        boolean underWay = coordinator.planUnderWay();
        if (!coordinator.advance()) {
            return;
        }
        if (underWay) {
            published();
        } else {
            streams.values().forEach(SimulatedStream::planned);
        }
    }

    private void published() {
        StablePoint next = coordinator.stablePointAcquire();
        assertThat(next.sn()).as("Stable_SN").isGreaterThan(point.sn());
        assertThat(next.storedSnapshot()).isGreaterThan(point.storedSnapshot());
        point = next;
        for (SimulatedStream stream : streams.values()) {
            Set<SimulatedTriple> stored = visible.get(graphByStream.get(stream.name));
            if (next.streams().containsKey(stream.name)) {
                stream.published(next.stream(stream.name), stored);
            }
        }
        for (int graph = 0; graph < GRAPH_COUNT; graph++) {
            assertThat(triples(graphs.get(graph).at(next.storedSnapshot())))
                    .as("graph %d at snapshot %d", graph, next.storedSnapshot())
                    .isEqualTo(visible.get(graph));
        }
        readers.forEach(Reader::check);
    }

    /** All triples of a view, one question each. */
    static Set<SimulatedTriple> triples(TripleView view) {
        Set<SimulatedTriple> triples = new HashSet<>();
        for (int subject = 0; subject < SimulatedTuple.TERM_COUNT; subject++) {
            for (long pid = 1; pid <= SimulatedTuple.PID_MAX; pid++) {
                for (int object = 0; object < SimulatedTuple.TERM_COUNT; object++) {
                    long s = SimulatedTuple.term(subject);
                    long o = SimulatedTuple.term(object);
                    if (view.contains(s, pid, o)) {
                        triples.add(new SimulatedTriple(s, pid, o));
                    }
                }
            }
        }
        return triples;
    }

    @Override
    public void close() {
        memory.close();
    }
}
