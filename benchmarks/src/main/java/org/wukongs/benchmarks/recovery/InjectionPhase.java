package org.wukongs.benchmarks.recovery;

import static org.wukongs.benchmarks.measure.Units.NS_PER_S;
import static org.wukongs.benchmarks.measure.Units.NS_PER_US;
import static org.wukongs.benchmarks.measure.Units.ms;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.wukongs.benchmarks.lsbench.drive.Pace;
import org.wukongs.benchmarks.measure.Executions;
import org.wukongs.benchmarks.measure.ProcessThreads;
import org.wukongs.benchmarks.measure.Rounds;
import org.wukongs.benchmarks.measure.Spread;
import org.wukongs.benchmarks.measure.Statistics;
import org.wukongs.benchmarks.recovery.ServedStore.Message;
import org.wukongs.benchmarks.result.Table;
import org.wukongs.error.WukongsException;
import org.wukongs.kafka.lsbench.LsbenchQueries;
import org.wukongs.store.execution.Answers;

/**
 * The streams at full rate into stores with each kind of log and without one, in turn, then as fast
 * as it goes; and beside them a loop that writes and syncs the same bytes.
 */
final class InjectionPhase {

    private final RecoveryInput input;
    private final RecoveryCommand options;

    InjectionPhase(RecoveryInput input) {
        this.input = input;
        this.options = input.options();
    }

    /**
     * One store's round.
     *
     * @param delays from sending a message to its acknowledgement
     * @param disk what a bare loop takes for the same messages; only beside a log that is synced
     * @param diskCpuUs CPU of that loop's writes and syncs, a tuple
     * @param termCpuUs CPU of encoding, with the terms in the log, a tuple
     * @param cpuUs CPU of injection at full rate, a tuple
     * @param fastCpuUs that as fast as it goes
     */
    private record Round(
            Executions delays,
            Executions disk,
            double diskCpuUs,
            double termCpuUs,
            double cpuUs,
            double fastCpuUs,
            double fastPerSecond,
            double termBytes,
            double bytes) {}

    void run() throws IOException {
        input.recorder().say("warming up");
        measure(LogMode.NONE);
        measure(LogMode.COMMIT);
        Map<LogMode, List<Round>> results =
                Rounds.run(
                        options.rounds, List.copyOf(options.logs), input.recorder(), this::measure);
        Table table =
                new Table(
                        "injection",
                        "Injection at full rate: ms from sending a message to its acknowledgement;"
                                + " CPU of this process without compilers in µs, and log in bytes,"
                                + " a tuple");
        List<Round> without = results.get(LogMode.NONE);
        results.forEach((mode, rounds) -> row(table, mode, rounds, without));
        table.note("to reach, with commit: beyond fsync 0.3 ms p50, 3 ms p99; CPU 0.1 µs dearer;");
        table.note("    40 bytes without terms");
        table.note("beyond fsync, dearer: median, least and most of the rounds, each with its own");
        table.note("    round without a log");
        table.note(
                "terms are in the log before the tuples; nobody asks the log for a barrier here");
        table.note(
                "fsync: a write and fdatasync of the same messages at the same times, by a bare loop");
        table.note("fsync's: the CPU of that loop's writes and syncs; dearer has it, too");
        input.recorder().table(table);
    }

    private Round measure(LogMode mode) throws IOException {
        try (ServedStore store = ServedStore.empty(mode, input.folder())) {
            long startCpuNs = ProcessThreads.ownCpuNsWithoutCompilers();
            List<Message> messages = store.encode(input.files(), end(), options.messageMs, 0);
            store.openWriters();
            long termCpuNs = ProcessThreads.ownCpuNsWithoutCompilers() - startCpuNs;
            LsbenchQueries.all().values().forEach(store::register);
            System.gc(); // What encoding left is not what injection costs.
            long termBytes = store.logBytes();

            int warm = indexOf(messages, ms(options.warmUpSeconds));
            int fast = indexOf(messages, ms(options.warmUpSeconds + options.seconds));
            if (warm == 0 || warm == fast || fast == messages.size()) {
                throw WukongsException.user(
                        "the streams are too short, lower --seconds: endMs=" + end());
            }
            List<Message> measured = messages.subList(warm, fast);
            inTime(store, messages.subList(0, warm), new Executions());
            Executions delays = new Executions();
            long beforeBytes = store.logBytes();
            long cpuNs = inTime(store, measured, delays);
            long bytes = store.logBytes() - beforeBytes;
            long fastCpuNs = ProcessThreads.ownCpuNsWithoutCompilers();
            long startNs = System.nanoTime();
            store.sendAll(messages.subList(fast, messages.size()));
            double fastNs = System.nanoTime() - startNs;
            fastCpuNs = ProcessThreads.ownCpuNsWithoutCompilers() - fastCpuNs;
            DiskLoop.Result disk =
                    mode == LogMode.COMMIT
                            ? DiskLoop.run(input.folder(), measured)
                            : DiskLoop.Result.none();
            double tuples = size(measured);
            double fastTuples = size(messages.subList(fast, messages.size()));
            return new Round(
                    delays,
                    disk.syncs(),
                    disk.cpuNs() / NS_PER_US / tuples,
                    termCpuNs / NS_PER_US / size(messages),
                    cpuNs / NS_PER_US / tuples,
                    fastCpuNs / NS_PER_US / fastTuples,
                    fastTuples * NS_PER_S / fastNs,
                    (double) termBytes / size(messages),
                    bytes / tuples);
        }
    }

    /** Whole messages within what the streams have. */
    private long end() throws IOException {
        long length = Math.min(options.injectedMs(), input.files().lengthMs());
        return length / options.messageMs * options.messageMs;
    }

    private static int indexOf(List<Message> messages, long dueMs) {
        int index = 0;
        while (index < messages.size() && messages.get(index).dueMs() < dueMs) {
            index++;
        }
        return index;
    }

    private static long size(List<Message> messages) {
        return Math.max(1, messages.stream().mapToLong(Message::size).sum());
    }

    /** Each message when it is due; returns the CPU time. */
    private static long inTime(ServedStore store, List<Message> messages, Executions delays) {
        long[] tookNs = new long[messages.size()]; // written by whoever answers, one each
        List<CompletableFuture<?>> answers = new ArrayList<>(messages.size());
        long cpuNs = ProcessThreads.ownCpuNsWithoutCompilers();
        Pace pace = Pace.realTime();
        pace.start(messages.get(0).dueMs());
        for (int i = 0; i < tookNs.length; i++) {
            int index = i;
            pace.await(messages.get(i).dueMs());
            long sentNs = System.nanoTime();
            CompletableFuture<Boolean> answer = store.send(messages.get(i));
            answers.add(answer.thenAccept(done -> tookNs[index] = System.nanoTime() - sentNs));
        }
        answers.forEach(Answers::join);
        long tookCpuNs = ProcessThreads.ownCpuNsWithoutCompilers() - cpuNs;
        Arrays.stream(tookNs).forEach(delays::add);
        return tookCpuNs;
    }

    /** {@code without} are the rounds without a log, null if these failed. */
    private static void row(Table table, LogMode mode, List<Round> rounds, List<Round> without) {
        boolean synced = mode == LogMode.COMMIT;
        boolean compared = without != null && mode != LogMode.NONE;
        Executions delays = all(rounds, Round::delays);
        Executions disk = all(rounds, Round::disk);
        Spread beyondP50 = synced && compared ? beyond(rounds, without, 50) : Spread.NONE;
        Spread beyondP99 = synced && compared ? beyond(rounds, without, 99) : Spread.NONE;
        Spread dearer =
                compared
                        ? Spread.between(
                                rounds, without, (with, none) -> with.cpuUs() - none.cpuUs())
                        : Spread.NONE;
        Table.Row row =
                table.row()
                        .cell("log", mode.toString())
                        .cell("p50Ms", "p50", delays.ms(50))
                        .cell("p99Ms", "p99", delays.ms(99))
                        .cell("fsyncP50Ms", "fsync p50", synced ? disk.ms(50) : null)
                        .cell("fsyncP99Ms", "p99", synced ? disk.ms(99) : null);
        beyondP50.putTo(row, "beyondP50Ms", "beyond fsync p50");
        beyondP99.putTo(row, "beyondP99Ms", "p99");
        row.cell("cpuUs", "CPU", Statistics.median(rounds, Round::cpuUs));
        dearer.putTo(row, "dearerUs", "dearer");
        row.cell(
                "fsyncCpuUs",
                "fsync's",
                synced ? Statistics.median(rounds, Round::diskCpuUs) : null);
        row.cell("bytesPerTuple", "bytes", Statistics.median(rounds, Round::bytes))
                .cell("termBytesPerTuple", "of terms", Statistics.median(rounds, Round::termBytes))
                .cell("fastCpuUs", "CPU at once", Statistics.median(rounds, Round::fastCpuUs))
                .cell(
                        "fastPerSecond",
                        "tuples/s at once",
                        Statistics.median(rounds, Round::fastPerSecond))
                .kept("termCpuUs", Statistics.median(rounds, Round::termCpuUs))
                .kept("messages", delays.count())
                .kept("cpuUsByRound", rounds.stream().map(Round::cpuUs).toList())
                .kept("p50MsByRound", rounds.stream().map(round -> round.delays().ms(50)).toList())
                .kept("p99MsByRound", rounds.stream().map(round -> round.delays().ms(99)).toList());
    }

    /** How much longer a delay is than without a log, less what the disk takes. */
    private static Spread beyond(List<Round> rounds, List<Round> without, double percentile) {
        return Spread.between(
                rounds,
                without,
                (with, none) ->
                        with.delays().ms(percentile)
                                - none.delays().ms(percentile)
                                - with.disk().ms(percentile));
    }

    private static Executions all(List<Round> rounds, Function<Round, Executions> part) {
        Executions all = new Executions();
        rounds.forEach(round -> all.add(part.apply(round)));
        return all;
    }
}
