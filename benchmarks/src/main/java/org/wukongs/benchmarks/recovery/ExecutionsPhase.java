package org.wukongs.benchmarks.recovery;

import static org.wukongs.benchmarks.measure.Units.NS_PER_S;
import static org.wukongs.benchmarks.measure.Units.NS_PER_US;
import static org.wukongs.benchmarks.measure.Units.ms;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.wukongs.benchmarks.lsbench.data.BenchQuery;
import org.wukongs.benchmarks.lsbench.data.QueryClass;
import org.wukongs.benchmarks.lsbench.data.StoredTerms;
import org.wukongs.benchmarks.lsbench.drive.BenchNode;
import org.wukongs.benchmarks.measure.EmbeddedStore;
import org.wukongs.benchmarks.measure.Rounds;
import org.wukongs.benchmarks.measure.Spread;
import org.wukongs.benchmarks.measure.Statistics;
import org.wukongs.benchmarks.recovery.ServedStore.Message;
import org.wukongs.benchmarks.result.Table;
import org.wukongs.client.FetchedWindows;
import org.wukongs.client.ReaderId;
import org.wukongs.client.ReaderStart;
import org.wukongs.client.StoreAddress;
import org.wukongs.client.StoreClient;
import org.wukongs.client.TemplateClient;
import org.wukongs.client.TemplateDescription;
import org.wukongs.client.WindowsReleased;
import org.wukongs.client.WindowsWanted;
import org.wukongs.error.WukongsException;
import org.wukongs.store.execution.Answers;

/**
 * As many executions as it goes: a client reads all queries at one window end after the other, and
 * the streams are sent some steps ahead of it. With each kind of log and without one, in turn.
 */
final class ExecutionsPhase {

    private static final String READER = "bench";

    /** By how much the streams are ahead of reading. */
    private static final long AHEAD_MS = 5 * BenchNode.STEP_MS;

    /** As often as a job with a checkpoint each second releases what it has read. */
    private static final long RELEASE_MS = 10 * BenchNode.STEP_MS;

    private static final Duration WAIT = Duration.ofSeconds(20);

    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private final RecoveryInput input;
    private final RecoveryCommand options;
    private final List<BenchQuery> queries;

    ExecutionsPhase(RecoveryInput input) throws IOException {
        this.input = input;
        this.options = input.options();
        Map<QueryClass, Double> latencies = new EnumMap<>(QueryClass.class);
        for (QueryClass queryClass : QueryClass.values()) {
            latencies.put(queryClass, queryClass.originalUs());
        }
        Map<QueryClass, Integer> counts = BenchQuery.shares(options.queries, latencies);
        StoredTerms terms = StoredTerms.read(input.files().stored());
        this.queries = BenchQuery.draw(counts, terms, options.data.seed());
    }

    private record Round(double perSecond, double cpuUs, long executions) {}

    void run() throws IOException {
        input.recorder().say("warming up");
        measure(LogMode.NONE);
        measure(LogMode.COMMIT);
        Map<LogMode, List<Round>> results =
                Rounds.run(
                        options.rounds, List.copyOf(options.logs), input.recorder(), this::measure);
        Table table =
                new Table(
                        "executions",
                        "Continuous executions of "
                                + queries.size()
                                + " queries L1-L6 by a client, streams as fast as they are read");
        List<Round> without = results.get(LogMode.NONE);
        results.forEach(
                (mode, rounds) -> {
                    Spread loss =
                            without == null || mode == LogMode.NONE
                                    ? Spread.NONE
                                    : Spread.between(rounds, without, ExecutionsPhase::lossPercent);
                    Table.Row row =
                            table.row()
                                    .cell("log", mode.toString())
                                    .cell(
                                            "perSecond",
                                            "executions/s",
                                            Statistics.median(rounds, Round::perSecond));
                    loss.putTo(row, "lossPercent", "% fewer");
                    row.cell("cpuUs", "cpu µs", Statistics.median(rounds, Round::cpuUs))
                            .kept("executions", rounds.get(0).executions())
                            .kept(
                                    "perSecondByRound",
                                    rounds.stream().map(Round::perSecond).toList());
                });
        table.note("to reach: 5 % fewer");
        input.recorder().table(table);
    }

    private static double lossPercent(Round with, Round without) {
        return 100 - 100 * with.perSecond() / without.perSecond();
    }

    private Round measure(LogMode mode) throws IOException {
        try (ServedStore store = ServedStore.empty(mode, input.folder())) {
            EmbeddedStore.loadInto(store.address(), input.files().stored());
            long endMs = Math.min(options.injectedMs(), input.files().lengthMs());
            List<Message> messages =
                    store.encode(
                            input.files(),
                            endMs / BenchNode.STEP_MS * BenchNode.STEP_MS,
                            BenchNode.STEP_MS,
                            0);
            store.openWriters();
            queries.forEach(query -> store.register(query.text()));
            StoreAddress address = StoreAddress.parse(store.address());
            try (StoreClient client = StoreClient.connect(List.of(address), WAIT)) {
                return measure(store, client, messages);
            }
        }
    }

    private Round measure(ServedStore store, StoreClient client, List<Message> messages) {
        List<String> templates =
                client.templates().list("", TemplateClient.PAGE_COUNT_MAX).stream()
                        .map(TemplateDescription::name)
                        .toList();
        templates.forEach(
                name ->
                        client.attachReader(
                                ReaderId.ofTemplate(READER, name), ReaderStart.earliest()));
        long warmMs = Math.max(BenchNode.RANGE_MS, ms(options.warmUpSeconds));
        long endMs =
                messages.get(messages.size() - 1).dueMs() / BenchNode.STEP_MS * BenchNode.STEP_MS;
        if (warmMs >= endMs) {
            throw WukongsException.user("the streams are too short, lower --warmup-seconds");
        }
        List<CompletableFuture<Boolean>> answers = new ArrayList<>(messages.size());
        long startNs = 0;
        long startCpuNs = 0;
        for (long atMs = BenchNode.STEP_MS; atMs <= endMs; atMs += BenchNode.STEP_MS) {
            while (answers.size() < messages.size()
                    && messages.get(answers.size()).dueMs() < atMs + AHEAD_MS) {
                answers.add(store.send(messages.get(answers.size())));
            }
            read(client, templates, atMs);
            if (atMs == warmMs) {
                System.gc();
                startCpuNs = SYSTEM.getProcessCpuTime();
                startNs = System.nanoTime();
            }
        }
        double tookNs = System.nanoTime() - startNs;
        double cpuNs = SYSTEM.getProcessCpuTime() - startCpuNs;
        answers.forEach(Answers::join);
        long executions = (endMs - warmMs) / BenchNode.STEP_MS * queries.size();
        return new Round(
                executions * NS_PER_S / tookNs, cpuNs / NS_PER_US / executions, executions);
    }

    /** Reads the window end of all queries; releases what was read now and then. */
    private static void read(StoreClient client, List<String> templates, long windowEndMs) {
        Set<String> left = new HashSet<>(templates);
        while (!left.isEmpty()) {
            List<WindowsWanted> wanted =
                    left.stream()
                            .map(name -> WindowsWanted.ofTemplate(name, windowEndMs, 1))
                            .toList();
            boolean came = false;
            for (FetchedWindows fetched :
                    client.fetchWindows(READER, wanted, wanted.size(), WAIT)) {
                came |= !fetched.windows().isEmpty() && left.remove(fetched.name());
            }
            if (!came) {
                throw WukongsException.fatal("a window does not come: endMs=" + windowEndMs);
            }
        }
        if (windowEndMs % RELEASE_MS != 0) {
            return;
        }
        client.releaseWindows(
                templates.stream()
                        .map(name -> ReaderId.ofTemplate(READER, name))
                        .map(id -> new WindowsReleased(id, windowEndMs + BenchNode.STEP_MS))
                        .toList());
    }
}
