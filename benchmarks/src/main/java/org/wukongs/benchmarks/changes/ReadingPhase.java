package org.wukongs.benchmarks.changes;

import static org.wukongs.benchmarks.measure.Units.NS_PER_S;
import static org.wukongs.benchmarks.measure.Units.NS_PER_US;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.wukongs.benchmarks.engine.NamedQuery;
import org.wukongs.benchmarks.engine.RowDigest;
import org.wukongs.benchmarks.lubm.GraphOptions;
import org.wukongs.benchmarks.lubm.LubmQueries;
import org.wukongs.benchmarks.measure.EmbeddedStore;
import org.wukongs.benchmarks.measure.Statistics;
import org.wukongs.benchmarks.measure.Units;
import org.wukongs.benchmarks.result.Recorder;
import org.wukongs.benchmarks.result.Table;
import org.wukongs.store.graph.TripleBuffer;
import org.wukongs.store.node.StoreNode;

/**
 * The LUBM queries over two graphs of the same triples in turn: one as it was loaded, one of which
 * half was replaced.
 */
final class ReadingPhase {

    private static final double REPLACED_SHARE = 0.5;

    /** How long a triple is gone. */
    private static final int GONE_SNAPSHOTS = 16;

    /** Turns of the two graphs at each query; the first half of them warms up. */
    private static final int TURNS = 20;

    private ReadingPhase() {}

    static void run(
            ChangesOptions options, GraphOptions.Scale known, Path scratch, Recorder recorder)
            throws IOException {
        Path plain = options.graph.plain(known, options.data.benchDir(), scratch, recorder);
        if (plain == null) {
            return;
        }
        try (StoreNode fresh = EmbeddedStore.empty();
                StoreNode changed = EmbeddedStore.empty()) {
            EmbeddedStore.load(fresh, plain);
            TripleBuffer[] triples = EmbeddedStore.load(changed, plain);
            recorder.table(replace(changed, triples, options));
            recorder.table(queries(fresh, changed, options.querySeconds, recorder));
        }
    }

    private static Table replace(StoreNode node, TripleBuffer[] triples, ChangesOptions options) {
        TripleBuffer replaced = drawn(triples, new SplittableRandom(options.data.seed()));
        long before = node.stored().tripleCount();
        double bytesBefore = node.bytesPerStoredTriple();
        long least = before;
        ChangeWriter writer = new ChangeWriter(node);
        long startNs = System.nanoTime();
        long lag = (long) GONE_SNAPSHOTS * options.batch;
        for (long at = 0; at < replaced.size() + lag; at += options.batch) {
            TripleBuffer added = slice(replaced, at - lag, options.batch);
            writer.write(added, slice(replaced, at, options.batch));
            writer.idle();
            least = Math.min(least, node.stored().tripleCount());
        }
        long tookNs = System.nanoTime() - startNs;
        double bytes = node.bytesPerStoredTriple();
        Table table = new Table("replacement", "Half of a graph replaced at random");
        table.row()
                .cell("triples", before)
                .cell("replaced", replaced.size())
                .cell("leastTriples", "least triples", least)
                .cell("snapshots", writer.snapshots())
                .cell("tookSeconds", "took s", tookNs / NS_PER_S)
                .cell("changeUs", "µs a change", tookNs / NS_PER_US / (2 * replaced.size()))
                .cell("freshBytesPerTriple", "fresh B/triple", bytesBefore)
                .cell("replacedBytesPerTriple", "replaced B/triple", bytes)
                .cell("ratio", "replaced / fresh", bytes / bytesBefore);
        return table.note("to reach: 1.15x");
    }

    /** A share of all triples, in random order. */
    private static TripleBuffer drawn(TripleBuffer[] buffers, SplittableRandom random) {
        TripleBuffer all = new TripleBuffer();
        for (TripleBuffer buffer : buffers) {
            for (long row = 0; row < buffer.size(); row++) {
                append(buffer, row, all);
            }
        }
        int[] rows = new int[Math.toIntExact(all.size())];
        Arrays.setAll(rows, i -> i);
        TripleBuffer drawn = new TripleBuffer();
        for (int i = 0; i < rows.length * REPLACED_SHARE; i++) {
            int other = i + random.nextInt(rows.length - i);
            append(all, rows[other], drawn);
            rows[other] = rows[i];
        }
        return drawn;
    }

    /** Rows from {@code from} on; those that do not exist are left out. */
    private static TripleBuffer slice(TripleBuffer triples, long from, int count) {
        TripleBuffer slice = new TripleBuffer();
        for (long row = Math.max(0, from); row < Math.min(triples.size(), from + count); row++) {
            append(triples, row, slice);
        }
        return slice;
    }

    private static void append(TripleBuffer from, long row, TripleBuffer into) {
        into.append(from.subject(row), from.pid(row), from.object(row));
    }

    private static Table queries(
            StoreNode fresh, StoreNode changed, double seconds, Recorder recorder) {
        long triples = fresh.stored().tripleCount();
        long after = changed.stored().tripleCount();
        if (triples != after) {
            recorder.fail("triples were lost or won: before=" + triples + " after=" + after);
        }
        Table table =
                new Table("reading", "LUBM queries, medians of engine time in µs: fresh, replaced");
        for (NamedQuery query : LubmQueries.all()) {
            var rows = fresh.query(query.text()).rows();
            var rowsAfter = changed.query(query.text()).rows();
            if (!RowDigest.of(rows).equals(RowDigest.of(rowsAfter))) {
                recorder.fail(
                        "other rows after replacement: query=%s before=%d after=%d"
                                .formatted(query.name(), rows.size(), rowsAfter.size()));
            }
            double[] mediansUs = mediansUs(query.text(), seconds, fresh, changed);
            table.row()
                    .cell("query", query.name())
                    .cell("rows", rows.size())
                    .cell("freshUs", "fresh", mediansUs[0])
                    .cell("replacedUs", "replaced", mediansUs[1])
                    .cell("ratio", "replaced / fresh", mediansUs[1] / mediansUs[0]);
        }
        return table.note("to reach: 1.1x");
    }

    private static double[] mediansUs(String query, double seconds, StoreNode... nodes) {
        LongStream.Builder[] ns = new LongStream.Builder[nodes.length];
        for (int turn = 0; turn < TURNS; turn++) {
            for (int i = 0; i < ns.length; i++) {
                ns[i] = turn == 0 || turn == TURNS / 2 ? LongStream.builder() : ns[i];
                long endNs = System.nanoTime() + Units.ns(seconds / TURNS / ns.length);
                do {
                    ns[i].add(nodes[i].query(query).engineNs());
                } while (System.nanoTime() < endNs);
            }
        }
        return Arrays.stream(ns)
                .mapToDouble(of -> Statistics.median(of.build().toArray()) / NS_PER_US)
                .toArray();
    }
}
