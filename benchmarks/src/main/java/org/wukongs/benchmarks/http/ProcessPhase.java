package org.wukongs.benchmarks.http;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.wukongs.benchmarks.engine.NamedQuery;
import org.wukongs.benchmarks.measure.EmbeddedStore;
import org.wukongs.benchmarks.measure.Statistics;
import org.wukongs.benchmarks.measure.Units;
import org.wukongs.benchmarks.result.Recorder;
import org.wukongs.benchmarks.result.Table;
import org.wukongs.store.node.StoreNode;
import org.wukongs.store.plan.OneShotRows;
import org.wukongs.store.result.RowSyntax;

/** From texts to bytes in this process, on one thread. */
final class ProcessPhase {

    private static final RowSyntax[] SYNTAXES = {RowSyntax.JSON, RowSyntax.TSV};
    private static final int TURNS = 10;
    private static final int RUNS_MIN = 3;

    private ProcessPhase() {}

    /** Counts bytes and forgets them. */
    private static final class Counter extends OutputStream {

        private long bytes;

        @Override
        public void write(int value) {
            bytes++;
        }

        @Override
        public void write(byte[] source, int offset, int length) {
            bytes += length;
        }
    }

    static void run(
            Path nTriples,
            List<NamedQuery> queries,
            List<NamedQuery> mix,
            double warmUpSeconds,
            double seconds,
            Recorder recorder)
            throws IOException {
        try (StoreNode node = EmbeddedStore.empty()) {
            EmbeddedStore.load(node, nTriples);
            recorder.table(queries(node, queries, warmUpSeconds, seconds));
            recorder.table(mix(node, mix, warmUpSeconds, seconds));
        }
    }

    private static Table queries(
            StoreNode node, List<NamedQuery> queries, double warmUpSeconds, double seconds)
            throws IOException {
        Table table = new Table("queries", "From text to bytes in process: medians of one thread");
        for (NamedQuery query : queries) {
            Samples json = new Samples(node, query.text(), RowSyntax.JSON);
            Samples tsv = new Samples(node, query.text(), RowSyntax.TSV);
            json.take(warmUpSeconds / SYNTAXES.length);
            tsv.take(warmUpSeconds / SYNTAXES.length);
            json.clear();
            tsv.clear();
            for (int turn = 0; turn < TURNS; turn++) {
                json.take(seconds / SYNTAXES.length / TURNS);
                tsv.take(seconds / SYNTAXES.length / TURNS);
            }
            double engineUs = json.engineUs();
            table.row()
                    .cell("query", query.name())
                    .cell("rows", json.rows)
                    .cell("engineUs", "engine µs", engineUs)
                    .cell("jsonUs", "JSON µs", json.wallUs())
                    .cell("jsonRatio", "JSON / engine", json.wallUs() / engineUs)
                    .cell("tsvUs", "TSV µs", tsv.wallUs())
                    .cell("tsvRatio", "TSV / engine", tsv.wallUs() / engineUs)
                    .cell("jsonBytes", "JSON bytes", json.bytes);
        }
        return table.note("to reach: 2.5x of the engine's time with Q2")
                .note("TSV has terms as N-Triples has them");
    }

    /** Runs of one query in one syntax. */
    private static final class Samples {

        private final StoreNode node;
        private final String text;
        private final RowSyntax syntax;
        private final List<Long> engineNs = new ArrayList<>();
        private final List<Long> wallNs = new ArrayList<>();
        private long rows;
        private long bytes;

        private Samples(StoreNode node, String text, RowSyntax syntax) {
            this.node = node;
            this.text = text;
            this.syntax = syntax;
        }

        private void clear() {
            engineNs.clear();
            wallNs.clear();
        }

        private void take(double seconds) throws IOException {
            long endNs = System.nanoTime() + Units.ns(seconds);
            for (int i = 0; i < RUNS_MIN || System.nanoTime() < endNs; i++) {
                Counter out = new Counter();
                long startNs = System.nanoTime();
                engineNs.add(write(node, text, syntax, out, this));
                wallNs.add(System.nanoTime() - startNs);
                bytes = out.bytes;
            }
        }

        private double engineUs() {
            return Statistics.median(engineNs, ns -> ns / Units.NS_PER_US);
        }

        private double wallUs() {
            return Statistics.median(wallNs, ns -> ns / Units.NS_PER_US);
        }
    }

    /** Returns the engine's time. */
    private static long write(
            StoreNode node, String text, RowSyntax syntax, OutputStream out, Samples samples)
            throws IOException {
        try (OneShotRows rows = node.rows(text)) {
            syntax.write(rows.vars(), rows.size(), rows.cells(), out);
            if (samples != null) {
                samples.rows = rows.size();
            }
            return rows.engineNs();
        }
    }

    private static Table mix(
            StoreNode node, List<NamedQuery> mix, double warmUpSeconds, double seconds)
            throws IOException {
        mixPerSecond(node, mix, warmUpSeconds);
        Table table = new Table("mix", "The light mix from text to JSON bytes, on one thread");
        table.row()
                .cell("queries", mix.size())
                .cell("perSecond", "queries/s", mixPerSecond(node, mix, seconds));
        return table.note("to reach: 60,000 queries/s");
    }

    private static double mixPerSecond(StoreNode node, List<NamedQuery> mix, double seconds)
            throws IOException {
        Counter out = new Counter();
        long count = 0;
        long startNs = System.nanoTime();
        long endNs = startNs + Units.ns(seconds);
        while (System.nanoTime() < endNs) {
            for (NamedQuery query : mix) {
                write(node, query.text(), RowSyntax.JSON, out, null);
            }
            count += mix.size();
        }
        return count * Units.NS_PER_S / (System.nanoTime() - startNs);
    }
}
