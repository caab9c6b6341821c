package org.wukongs.benchmarks.changes;

import static org.wukongs.benchmarks.measure.Units.BYTES_PER_MB;
import static org.wukongs.benchmarks.measure.Units.NS_PER_S;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.DoubleSummaryStatistics;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import org.wukongs.benchmarks.lsbench.data.BenchQuery;
import org.wukongs.benchmarks.lsbench.data.LsbenchDataOptions;
import org.wukongs.benchmarks.lsbench.data.LsbenchFiles;
import org.wukongs.benchmarks.lsbench.data.StoredTerms;
import org.wukongs.benchmarks.lsbench.data.TupleSource;
import org.wukongs.benchmarks.lsbench.drive.BenchNode;
import org.wukongs.benchmarks.lsbench.drive.ContinuousLoad;
import org.wukongs.benchmarks.lsbench.drive.ContinuousLoad.Way;
import org.wukongs.benchmarks.measure.ProcessMemory;
import org.wukongs.benchmarks.measure.Units;
import org.wukongs.benchmarks.result.Chart;
import org.wukongs.benchmarks.result.Recorder;
import org.wukongs.benchmarks.result.Table;
import org.wukongs.kafka.lsbench.LsbenchGenerator;
import org.wukongs.kafka.lsbench.LsbenchStreams;
import org.wukongs.store.dictionary.TermServer;
import org.wukongs.store.load.StreamEncoder;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.store.node.StoreNode;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.Retention;
import org.wukongs.stream.StreamAdaptor;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;

/**
 * Generated streams as fast as they go, for hours of event time, into a store with L1 to L6
 * registered that keeps only the last while of them: does memory stay flat?
 */
final class RetentionRun {

    private static final int MS_PER_MINUTE = 60_000;

    /** Until then memory grows to what is kept. */
    private static final int FILLED_MINUTES = 2;

    /** Likewise: terms are kept for one to two rounds, which follow each other by event time. */
    private static final int FILLED_ROUNDS = 3;

    private final LsbenchDataOptions data;
    private final int eventMinutes;
    private final Retention retention;
    private final long termsKeptMs;
    private final Recorder recorder;
    private final Table table =
            new Table("retention", "Memory in MB at the end of each minute of event time");
    private final DoubleSummaryStatistics resident = new DoubleSummaryStatistics();
    private final DoubleSummaryStatistics outside = new DoubleSummaryStatistics();
    private final DoubleSummaryStatistics graphs = new DoubleSummaryStatistics();
    private long tupleCount;
    private int filledMinute; // 0 before

    RetentionRun(ChangesOptions options, Recorder recorder) {
        this.data = options.data;
        this.eventMinutes = options.eventMinutes;
        this.retention = Retention.ofMs(Math.max(1, Units.ms(options.keptSeconds)));
        this.termsKeptMs =
                options.termsKeptSeconds > 0
                        ? Units.ms(options.termsKeptSeconds)
                        : StoreConfig.TERMS_KEPT_FOREVER;
        this.recorder = recorder;
    }

    /** Minutes that have passed are reported also if the run fails. */
    void run(Path scratch) throws IOException {
        LsbenchGenerator generator = data.generator();
        Path stored = scratch.resolve("retention.nt");
        LsbenchFiles.writeStored(generator, stored);
        try (BenchNode bench =
                        new BenchNode(
                                stored, 0, (stream, terms) -> new Kept(generator, stream, terms));
                ContinuousLoad load = new ContinuousLoad(bench.node(), Way.ONE_BY_ONE);
                TermRounds rounds = TermRounds.start(bench.node(), termsKeptMs)) {
            load.register(BenchQuery.variants(1, StoredTerms.read(stored), data.seed()));
            for (int minute = 1; minute <= eventMinutes; minute++) {
                long startNs = System.nanoTime();
                while (bench.nowMs() < (long) minute * MS_PER_MINUTE) {
                    bench.step();
                    bench.release(load);
                    rounds.advanceTo(bench.nowMs());
                }
                sample(bench.node(), minute, System.nanoTime() - startNs);
            }
        } finally {
            report();
        }
    }

    /** The tuples of a stream that is kept for a time. */
    private final class Kept implements TupleSource {

        private final StreamDefinition stream;
        private final Iterator<Tuple> tuples;
        private final StreamEncoder encoder;
        private Tuple next;

        Kept(LsbenchGenerator generator, LsbenchStreams stream, TermServer terms) {
            this.stream = stream.definition(BenchNode.STEP_MS);
            this.tuples = generator.tuples(stream, 0);
            this.encoder = new StreamEncoder(terms);
            this.next = tuples.next();
        }

        @Override
        public Retention retention() {
            return retention;
        }

        @Override
        public boolean ended() {
            return false;
        }

        @Override
        public List<EncodedBatch> takeBefore(long timeMs, long batch) {
            StringBuilder lines = new StringBuilder();
            while (next.eventTimeMs() < timeMs) {
                lines.append(next.toLine()).append('\n');
                tupleCount++;
                next = tuples.next();
            }
            encoder.addLines(lines.toString().getBytes(StandardCharsets.UTF_8));
            return encoder.take(stream, StreamAdaptor.NO_BATCH);
        }
    }

    private void sample(StoreNode node, int minute, long tookNs) {
        double heapMb = ProcessMemory.retainedBytes() / BYTES_PER_MB;
        double residentMb =
                ProcessMemory.residentBytes(ProcessHandle.current().pid()) / BYTES_PER_MB;
        double outsideMb = residentMb - Runtime.getRuntime().totalMemory() / BYTES_PER_MB;
        double graphMb = node.stored().memoryBytes() / BYTES_PER_MB;
        long rounds = node.dictionary().statistics().roundCount();
        if (minute >= FILLED_MINUTES && (rounds >= FILLED_ROUNDS || !reclaimsTerms())) {
            filledMinute = filledMinute == 0 ? minute : filledMinute;
            resident.accept(residentMb);
            outside.accept(outsideMb);
            graphs.accept(graphMb);
        }
        table.row()
                .cell("minute", minute)
                .cell("tuples", tupleCount)
                .cell("tookSeconds", "took s", tookNs / NS_PER_S)
                .cell("residentMb", "resident", residentMb)
                .cell("outsideMb", "without heap", outsideMb)
                .cell("heapMb", "heap in use", heapMb)
                .cell("graphMb", "graphs", graphMb)
                .cell(
                        "termMb",
                        "terms",
                        node.dictionary().statistics().memoryBytes() / BYTES_PER_MB)
                .cell("triples", node.stored().tripleCount())
                .cell("termCount", "term count", node.dictionary().statistics().termCount())
                .cell("rounds", rounds);
        tupleCount = 0;
        recorder.say("minute %d of %d: %.0f MB resident", minute, eventMinutes, residentMb);
    }

    private boolean reclaimsTerms() {
        return termsKeptMs != StoreConfig.TERMS_KEPT_FOREVER;
    }

    private void report() {
        if (resident.getCount() > 0) {
            table.note(
                    String.format(
                            Locale.ROOT,
                            "greatest above least from minute %d on, in %%: resident %.1f, without"
                                    + " heap %.1f, graphs %.1f; to reach: 5",
                            filledMinute,
                            percent(resident),
                            percent(outside),
                            percent(graphs)));
        }
        String title = "Memory while only the last of the streams is kept";
        String[] shown = {"residentMb", "graphMb", "termMb"};
        recorder.table(table, Chart.lines(table, title, "MB", shown));
    }

    private static double percent(DoubleSummaryStatistics values) {
        return (values.getMax() / values.getMin() - 1) * 100;
    }
}
