package org.wukongs.benchmarks.changes;

import static org.wukongs.benchmarks.measure.Units.NS_PER_US;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.wukongs.benchmarks.lsbench.data.BenchQuery;
import org.wukongs.benchmarks.lsbench.data.EncodedSource;
import org.wukongs.benchmarks.lsbench.data.LsbenchFiles;
import org.wukongs.benchmarks.lsbench.data.StoredTerms;
import org.wukongs.benchmarks.lsbench.data.TimeScale;
import org.wukongs.benchmarks.lsbench.data.TupleSource;
import org.wukongs.benchmarks.lsbench.drive.BenchNode;
import org.wukongs.benchmarks.lsbench.drive.ContinuousLoad;
import org.wukongs.benchmarks.lsbench.drive.ContinuousLoad.Way;
import org.wukongs.benchmarks.measure.Executions;
import org.wukongs.benchmarks.measure.Statistics;
import org.wukongs.benchmarks.measure.Units;
import org.wukongs.benchmarks.result.Recorder;
import org.wukongs.benchmarks.result.Table;
import org.wukongs.kafka.lsbench.LsbenchStreams;
import org.wukongs.store.dictionary.TermServer;
import org.wukongs.stream.EncodedBatch;

/**
 * LSBench's streams into a store with L1 to L6 registered, so that every index is kept; then the
 * same tuples as removals; and so on.
 */
final class RemovalPhase {

    /** Streams whose tuples are not all timing. */
    private static final List<LsbenchStreams> STORED =
            Arrays.stream(LsbenchStreams.values())
                    .filter(stream -> stream.timingPredicates().isEmpty())
                    .toList();

    private RemovalPhase() {}

    /** Streams as they were encoded before anything is measured, over and over. */
    private record Recorded(List<List<EncodedBatch>> steps) implements TupleSource {

        static Recorded of(Path file, TermServer terms, int stepCount) {
            List<List<EncodedBatch>> steps = new ArrayList<>();
            try (EncodedSource source = new EncodedSource(file, TimeScale.UNCHANGED, terms)) {
                for (int step = 0; step < stepCount; step++) {
                    steps.add(source.takeBefore((step + 1) * BenchNode.STEP_MS, step));
                }
            }
            return new Recorded(steps);
        }

        @Override
        public boolean ended() {
            return false;
        }

        /** Every second pass takes back. */
        @Override
        public List<EncodedBatch> takeBefore(long timeMs, long batch) {
            int step = (int) (batch % steps.size());
            boolean removal = batch / steps.size() % 2 == 1;
            return steps.get(step).stream()
                    .map(said -> ChangeWriter.saidAgain(said, batch, BenchNode.STEP_MS, removal))
                    .toList();
        }
    }

    static void run(ChangesOptions options, Path scratch, Recorder recorder) throws IOException {
        LsbenchFiles files = options.data.files(options.seconds + 1, scratch);
        recorder.setting("streams", files.name());
        long lengthMs = Math.min(Units.ms(options.seconds), files.lengthMs());
        int steps = Math.max(1, (int) (lengthMs / BenchNode.STEP_MS));
        try (BenchNode bench =
                        new BenchNode(
                                files.stored(),
                                0,
                                (stream, terms) ->
                                        Recorded.of(files.streams().get(stream), terms, steps));
                ContinuousLoad load = new ContinuousLoad(bench.node(), Way.ONE_BY_ONE)) {
            StoredTerms terms = StoredTerms.read(files.stored());
            load.register(BenchQuery.variants(1, terms, options.data.seed()));
            recorder.table(table(measure(bench, load, steps, options.rounds, recorder)));
        }
    }

    /** CPU of a tuple in µs: by stream and last of all, of additions and removals, by round. */
    private static double[][][] measure(
            BenchNode bench, ContinuousLoad load, int steps, int rounds, Recorder recorder) {
        double[][][] us = new double[STORED.size() + 1][2][rounds];
        long before = 0;
        for (int round = -1; round < rounds; round++) { // the first one warms up
            pass(bench, load, steps);
            note(bench, us, 0, round);
            long added = bench.node().stored().tripleCount();
            pass(bench, load, steps);
            note(bench, us, 1, round);
            long left = bench.node().stored().tripleCount();
            // The warm-up also takes back what was there before.
            if (left >= added || (round >= 0 && left != before)) {
                recorder.fail(
                        "other triples than there should be: before=%d added=%d left=%d"
                                .formatted(before, added, left));
            }
            before = left;
        }
        return us;
    }

    private static void pass(BenchNode bench, ContinuousLoad load, int steps) {
        bench.resetCosts();
        bench.advanceTo(bench.nowMs() + steps * BenchNode.STEP_MS, load);
    }

    private static void note(BenchNode bench, double[][][] us, int kind, int round) {
        double allUs = 0;
        long allTuples = 0;
        for (int i = 0; i < STORED.size(); i++) {
            Executions inject = bench.costs(STORED.get(i)).inject();
            double ofStreamUs = inject.cpuNs() / NS_PER_US;
            us[i][kind][Math.max(0, round)] = ofStreamUs / Math.max(1, inject.rows());
            allUs += ofStreamUs;
            allTuples += inject.rows();
        }
        us[us.length - 1][kind][Math.max(0, round)] = allUs / Math.max(1, allTuples);
    }

    private static Table table(double[][][] us) {
        Table table =
                new Table(
                        "removal",
                        "Tuples that add and tuples that take back: CPU of injection in µs a tuple");
        for (int i = 0; i < STORED.size(); i++) {
            row(table, LsbenchFiles.label(STORED.get(i)), us[i]);
        }
        row(table, "all", us[us.length - 1]);
        return table.note("to reach: 1.5x");
    }

    private static void row(Table table, String stream, double[][] us) {
        double addUs = Statistics.median(us[0]);
        double removeUs = Statistics.median(us[1]);
        table.row()
                .cell("stream", stream)
                .cell("addUs", "add", addUs)
                .cell("removeUs", "take back", removeUs)
                .cell("ratio", "take back / add", removeUs / addUs)
                .kept("addUsByRound", us[0])
                .kept("removeUsByRound", us[1]);
    }
}
