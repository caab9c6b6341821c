package org.wukongs.benchmarks.changes;

import static org.wukongs.benchmarks.measure.EmbeddedStore.vid;

import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.wukongs.benchmarks.measure.EmbeddedStore;
import org.wukongs.benchmarks.measure.Executions;
import org.wukongs.benchmarks.result.Recorder;
import org.wukongs.benchmarks.result.Table;
import org.wukongs.error.WukongsException;
import org.wukongs.store.graph.GraphMemory;
import org.wukongs.store.graph.StoredGraph;
import org.wukongs.store.graph.TripleBuffer;
import org.wukongs.store.node.StoreNode;
import org.wukongs.stream.StreamDefinition;

/**
 * A vertex with very many neighbours loses random ones: in the graph class, and by tuples of a
 * stream; one a snapshot, and a thousand. In ids, without terms. What an idle store does between
 * two snapshots is done, and not measured.
 */
final class HubPhase {

    private static final int MANY = 1_000;
    private static final long PID = 2;

    private final int neighbours;
    private final int removals;
    private final int[] order; // in which they go, twice as many
    private int next;
    private final Table table;

    private HubPhase(ChangesOptions options, Table table) {
        this.table = table;
        this.neighbours = options.neighbours;
        this.removals = options.removals;
        this.order =
                new SplittableRandom(options.data.seed())
                        .ints(0, neighbours)
                        .distinct()
                        .limit(2L * removals)
                        .toArray();
    }

    static void run(ChangesOptions options, Recorder recorder) {
        if (options.neighbours / 2 < options.removals) {
            throw WukongsException.user(
                    "--neighbours must be at least twice --removals: neighbours=%d removals=%d"
                            .formatted(options.neighbours, options.removals));
        }
        Table table = new Table("hub", "Neighbours that a vertex loses: µs a neighbour");
        new HubPhase(options, table).ofGraph();
        new HubPhase(options, table).ofTuples();
        recorder.table(table.note("to reach: 5 µs"));
    }

    private void ofGraph() {
        try (GraphMemory memory = new GraphMemory(GraphMemory.BUDGET_BYTES_DEFAULT)) {
            StoredGraph graph = memory.newGraph();
            graph.insert(triples());
            measure("graph", graph::remove, memory::retireMarks);
            check(graph.tripleCount());
        }
    }

    private void ofTuples() {
        try (StoreNode node = EmbeddedStore.empty()) {
            node.loader().load(StreamDefinition.STORED, triples());
            ChangeWriter writer = new ChangeWriter(node);
            TripleBuffer none = new TripleBuffer();
            measure("tuples", removed -> writer.write(none, removed), writer::idle);
            check(node.stored().tripleCount());
        }
    }

    private void check(long left) {
        if (left != neighbours - 2L * removals) {
            throw WukongsException.fatal(
                    "other neighbours than there should be: before=%d removed=%d after=%d"
                            .formatted(neighbours, 2L * removals, left));
        }
    }

    /** {@code way} removes triples as one snapshot. */
    private void measure(String name, Consumer<TripleBuffer> way, Runnable idle) {
        for (int size : new int[] {1, Math.min(MANY, removals)}) {
            Executions executions = measure(size, way, idle);
            table.row()
                    .cell("neighbours", neighbours)
                    .cell("way", name)
                    .cell("perSnapshot", "a snapshot", size)
                    .cell("snapshots", executions.count())
                    .cell("p50Us", "p50", executions.us(50))
                    .cell("p99Us", "p99", executions.us(99))
                    .cell("maxUs", "max", executions.us(100));
        }
    }

    /** Removes the next neighbours, so many a snapshot; the first half of them warms up. */
    private Executions measure(int size, Consumer<TripleBuffer> way, Runnable idle) {
        Executions executions = new Executions();
        for (int done = 0; done < removals; done += size) {
            TripleBuffer triples = new TripleBuffer();
            for (int i = done; i < Math.min(done + size, removals); i++) {
                triples.append(vid(order[next++]), PID, vid(neighbours));
            }
            long startNs = System.nanoTime();
            way.accept(triples);
            long tookNs = System.nanoTime() - startNs;
            idle.run();
            if (done + size > removals / 2) {
                executions.add(tookNs / triples.size());
            }
        }
        return executions;
    }

    private TripleBuffer triples() {
        TripleBuffer triples = new TripleBuffer();
        for (int i = 0; i < neighbours; i++) {
            triples.append(vid(i), PID, vid(neighbours));
        }
        return triples;
    }
}
