package org.wukongs.benchmarks.e2e;

import static org.wukongs.benchmarks.measure.Units.MS_PER_S;
import static org.wukongs.benchmarks.measure.Units.NS_PER_S;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.ObjLongConsumer;
import org.wukongs.benchmarks.e2e.JobSpec.Kind;
import org.wukongs.benchmarks.lsbench.data.LsbenchDataOptions;
import org.wukongs.benchmarks.lsbench.data.LsbenchFiles;
import org.wukongs.benchmarks.measure.ChildProcess;
import org.wukongs.benchmarks.measure.StoreProcess;
import org.wukongs.benchmarks.result.Recorder;
import org.wukongs.benchmarks.result.Table;
import org.wukongs.client.StoreAddress;
import org.wukongs.error.WukongsException;

/**
 * The store is killed under a job with a transactional sink and started again at once: how long
 * there are no new rows. Then a job that nothing happens to reads the same topics into an empty
 * store; the windows of both must have the same rows.
 */
public final class KillPhase {

    private static final double CHECKPOINT_SECONDS = 1;

    /** So that each kill meets a job at work. */
    private static final double BETWEEN_SECONDS = 5;

    private static final double WAIT_SECONDS_MAX = 120;
    private static final long POLL_NS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long US_PER_MS = 1000;
    private static final long STEP_MS = JobSpec.BATCH_MS;

    private final Stage stage;
    private final String data;
    private final Results results = new Results();
    private ChildProcess store;

    private KillPhase(Stage stage, Path data) {
        this.stage = stage;
        this.data = data.toString();
    }

    /**
     * Windows of a result topic, by query and window end. The reader's thread writes; lookups
     * exclude it.
     */
    private static final class Results implements ObjLongConsumer<String> {

        private final Map<String, TreeMap<Long, Set<String>>> queries = new TreeMap<>();
        private long twice;
        private long afterMs = Long.MIN_VALUE;
        private long windowUs; // when the first window came that ends after that; 0 for none
        private long rowUs; // and the first one that has a row

        @Override
        public synchronized void accept(String record, long atUs) {
            ResultRows rows = ResultRows.parse(record);
            Set<String> before =
                    queries.computeIfAbsent(rows.query(), query -> new TreeMap<>())
                            .put(rows.windowEndMs(), new HashSet<>(rows.rows()));
            twice += before == null ? 0 : 1;
            if (rows.windowEndMs() > afterMs) {
                windowUs = windowUs == 0 ? atUs : windowUs;
                rowUs = rowUs == 0 && !rows.rows().isEmpty() ? atUs : rowUs;
            }
        }

        /** From now on, windows that end after {@code timeMs} are waited for. */
        synchronized void expectAfter(long timeMs) {
            afterMs = timeMs;
            windowUs = 0;
            rowUs = 0;
        }

        synchronized long windowUs() {
            return windowUs;
        }

        synchronized long rowUs() {
            return rowUs;
        }
    }

    /** {@code folder} is on the disk that the store's data is to be on. */
    public static void run(
            LsbenchDataOptions data,
            LsbenchFiles files,
            double rate,
            int kills,
            Path folder,
            Recorder recorder)
            throws IOException {
        E2eCommand options = new E2eCommand();
        options.data = data;
        options.prepare();
        options.checkpointSeconds = CHECKPOINT_SECONDS;
        recorder.jvmFlags("flink", options.flinkFlags());
        try (Stage stage = new Stage(files, options, folder, recorder)) {
            new KillPhase(stage, folder.resolve("killed-store")).run(rate, kills);
        }
    }

    private void run(double rate, int kills) throws IOException {
        stage.newTopics();
        store = stage.startStore("--data-dir", data);
        try (ChildProcess flink = stage.startFlink()) {
            stage.start(flink, Kind.KILLED, store.ready());
            kill(rate, kills, flink);
        } finally {
            store.close();
        }
        try (ChildProcess other = stage.startStore();
                ChildProcess flink = stage.startFlink()) {
            stage.run(flink, Kind.STORE, other.ready(), 0, "");
        }
        Results undisturbed = new Results();
        ResultReader.readAll(stage.kafka(), Kind.STORE.resultTopic(), undisturbed);
        compare(undisturbed);
    }

    private void kill(double rate, int kills, ChildProcess flink) throws IOException {
        Table table =
                new Table(
                        "kill",
                        "kill -9 of the store under a job at %s times the rate: s until"
                                .formatted(rate));
        try (ResultReader reader =
                        new ResultReader(stage.kafka(), Kind.KILLED.resultTopic(), results);
                TopicFeed feed =
                        new TopicFeed(
                                stage.kafka(), stage.files, rate, System.currentTimeMillis())) {
            feed.start();
            awaitRow(flink);
            pause(stage.options.warmUpSeconds, flink);
            for (int kill = 1; kill <= kills; kill++) {
                stage.recorder.say("kill %d of %d", kill, kills);
                long killMs = System.currentTimeMillis();
                long killNs = System.nanoTime();
                store.kill();
                results.expectAfter(killMs);
                restart();
                double listens = (System.nanoTime() - killNs) / NS_PER_S;
                awaitRow(flink);
                table.row()
                        .cell("kill", kill)
                        .cell("listensSeconds", "the store listens", listens)
                        .cell(
                                "windowSeconds",
                                "the next window",
                                seconds(results.windowUs(), killMs))
                        .cell("rowSeconds", "the next row", seconds(results.rowUs(), killMs));
                pause(BETWEEN_SECONDS, flink);
            }
            reader.finish();
            table.note(
                    "the next window or row: the first, committed, of a window that ends after the kill;");
            table.note("    checkpoints, and so commits, are " + CHECKPOINT_SECONDS + " s apart");
            table.note("tuples sent behind their time at worst, ms: " + feed.takeBehindMsMax());
        }
        stage.recorder.table(table.note("to reach: 8 s"));
    }

    private void restart() throws IOException {
        int port = StoreAddress.parse(store.ready()).port();
        store.close();
        store =
                StoreProcess.start(
                        stage.folder, stage.options.storeFlags(), port, "--data-dir", data);
    }

    private void awaitRow(ChildProcess flink) {
        long endNs = System.nanoTime() + (long) (WAIT_SECONDS_MAX * NS_PER_S);
        while (results.rowUs() == 0) {
            if (System.nanoTime() > endNs) {
                throw WukongsException.fatal("no row: seconds=" + WAIT_SECONDS_MAX);
            }
            pause(POLL_NS / NS_PER_S, flink);
        }
    }

    private static double seconds(long atUs, long fromMs) {
        return (atUs - fromMs * US_PER_MS) / MS_PER_S / US_PER_MS;
    }

    private static void pause(double seconds, ChildProcess flink) {
        long endNs = System.nanoTime() + (long) (seconds * NS_PER_S);
        for (long left = endNs - System.nanoTime(); left > 0; left = endNs - System.nanoTime()) {
            LockSupport.parkNanos(Math.min(left, POLL_NS));
            flink.requireAlive();
        }
    }

    /** Every window from the first to the last one, once, with the rows of the other job. */
    private void compare(Results undisturbed) {
        Table table = new Table("killRows", "Windows of the killed store, beside another run's");
        long bad = results.twice;
        for (Map.Entry<String, TreeMap<Long, Set<String>>> query : results.queries.entrySet()) {
            TreeMap<Long, Set<String>> windows = query.getValue();
            Map<Long, Set<String>> others =
                    undisturbed.queries.getOrDefault(query.getKey(), new TreeMap<>());
            long expected = (windows.lastKey() - windows.firstKey()) / STEP_MS + 1;
            long wrong =
                    windows.entrySet().stream()
                            .filter(
                                    window ->
                                            !window.getValue().equals(others.get(window.getKey())))
                            .count();
            table.row()
                    .cell("query", query.getKey())
                    .cell("windows", windows.size())
                    .cell("rows", windows.values().stream().mapToLong(Set::size).sum())
                    .cell("missing", expected - windows.size())
                    .cell("wrong", wrong);
            bad += expected - windows.size() + wrong;
        }
        stage.recorder.table(
                table.note("windows that came twice: " + results.twice).note("to reach: 0"));
        if (bad > 0) {
            stage.recorder.fail("windows are missing, wrong or came twice: windows=" + bad);
        }
    }
}
