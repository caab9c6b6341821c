package org.wukongs.benchmarks.e2e;

import static org.wukongs.benchmarks.measure.Units.BYTES_PER_MB;
import static org.wukongs.benchmarks.measure.Units.MS_PER_S;
import static org.wukongs.benchmarks.measure.Units.NS_PER_S;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.wukongs.benchmarks.e2e.JobSpec.Kind;
import org.wukongs.benchmarks.lsbench.data.LsbenchDataOptions;
import org.wukongs.benchmarks.lsbench.data.LsbenchFiles;
import org.wukongs.benchmarks.measure.ChildProcess;
import org.wukongs.benchmarks.measure.Spread;
import org.wukongs.benchmarks.measure.Statistics;
import org.wukongs.benchmarks.measure.StoreProcess;
import org.wukongs.benchmarks.result.Recorder;
import org.wukongs.benchmarks.result.Table;
import org.wukongs.client.StoreAddress;
import org.wukongs.client.StoreClient;
import org.wukongs.error.WukongsException;
import org.wukongs.store.server.LogSettings;

/**
 * Processes are killed under a job with a transactional sink and started again at once, of the
 * model job and of plain Flink SQL: how long there are no new rows, and what both write to disk for
 * that. Then a job that nothing happens to reads the same topics into an empty store; the windows
 * of both must have the same rows.
 */
public final class KillPhase {

    private static final double CHECKPOINT_SECONDS = 1;

    /** So that each kill meets a job at work. */
    private static final double BETWEEN_SECONDS = 5;

    private static final double WAIT_SECONDS_MAX = 120;
    private static final double POLL_SECONDS = 0.02;

    /** Checkpoints stay for a second. */
    private static final double LOOK_SECONDS = 0.1;

    private static final double SECONDS_PER_MINUTE = 60;
    private static final long US_PER_MS = 1000;

    /** Windows of the last second may not be complete when a job ends. */
    private static final long LAST_MS = 1000;

    /** What is killed. */
    private enum Victim {
        STORE,
        TASK_MANAGER;

        /** As reports have it. */
        @Override
        public String toString() {
            return this == STORE ? "store" : "TaskManager";
        }
    }

    /** Seconds from a kill; {@code listens} is NaN where that is not seen. */
    private record Kill(double listens, double window, double row) {}

    private final Stage stage;
    private final Path data;
    private final double rate;
    private final int kills;
    private final Table killTable;
    private final Table writtenTable =
            new Table("written", "MB a minute on disk, so that a job and its store can go on");
    private final Table rowTable =
            new Table("killRows", "Windows of killed jobs, beside the store's of another run");
    private ChildProcess store;

    private KillPhase(Stage stage, Path data, double rate, int kills) {
        this.stage = stage;
        this.data = data;
        this.rate = rate;
        this.kills = kills;
        this.killTable =
                new Table(
                        "kill",
                        "kill -9 under a job at %s times the rate: s until".formatted(rate));
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
        recorder.jvmFlags("jobmanager", options.jobManagerFlags());
        try (Stage stage = new Stage(files, options, folder, recorder)) {
            new KillPhase(stage, folder.resolve("killed-store"), rate, kills).run();
        }
    }

    private void run() throws IOException {
        try {
            run(Kind.KILLED, List.of(Victim.values()));
            run(Kind.SQL_KILLED, List.of(Victim.TASK_MANAGER));
        } finally {
            publish();
        }
    }

    private void publish() {
        killTable
                .note(
                        "the next window or row: the first, committed, of a window that ends after the kill;")
                .note("    checkpoints, and so commits, are " + CHECKPOINT_SECONDS + " s apart")
                .note("to reach: 8 s until the next row after a kill of the store");
        stage.recorder.table(killTable);
        stage.recorder.table(writtenTable);
        stage.recorder.table(rowTable.note("to reach: 0 missing, lost, too many or twice"));
    }

    private void run(Kind kind, List<Victim> victims) throws IOException {
        stage.newTopics();
        KilledResults results = new KilledResults(kind);
        try (FlinkCluster flink = stage.startCluster()) {
            store = kind.isFlinkSql() ? null : stage.startStore("--data-dir", data.toString());
            stage.start(flink.jobManager(), kind, store == null ? "" : store.ready());
            LiveRun.awaitRest(flink.taskManager(), WAIT_SECONDS_MAX);
            try (ResultReader reader =
                    new ResultReader(stage.kafka(), kind.resultTopic(), results)) {
                long untilMs = kill(kind, victims, flink, results) - LAST_MS;
                KilledResults undisturbed = undisturbed();
                awaitRows(results, undisturbed, untilMs, flink);
                LiveRun.pause(BETWEEN_SECONDS, flink.jobManager()); // for what comes twice
                reader.finish();
                results.compare(undisturbed, untilMs, rowTable, stage.recorder);
            }
        } finally {
            if (store != null) {
                store.close();
            }
        }
    }

    /** Of a job that reads what the topics hold, and ends. */
    private KilledResults undisturbed() throws IOException {
        try (ChildProcess other = stage.startStore();
                ChildProcess flink = stage.startFlink()) {
            stage.run(flink, Kind.STORE, other.ready(), 0, "");
        }
        KilledResults results = new KilledResults(Kind.STORE);
        ResultReader.readAll(stage.kafka(), Kind.STORE.resultTopic(), results);
        return results;
    }

    /** A job may be late, with one query more than with others: for as long as it goes on. */
    private void awaitRows(
            KilledResults results, KilledResults undisturbed, long untilMs, FlinkCluster flink) {
        long rows = -1;
        for (double still = 0;
                still < WAIT_SECONDS_MAX && results.lacksAny(undisturbed, untilMs);
                still += BETWEEN_SECONDS) {
            long now = results.rowCount();
            still = now == rows ? still : 0;
            rows = now;
            LiveRun.pause(BETWEEN_SECONDS, flink.jobManager());
        }
    }

    /** Returns when the streams end. */
    private long kill(Kind kind, List<Victim> victims, FlinkCluster flink, KilledResults results)
            throws IOException {
        Map<Victim, List<Kill>> all = new EnumMap<>(Victim.class);
        try (TopicFeed feed =
                new TopicFeed(stage.kafka(), stage.files, rate, System.currentTimeMillis())) {
            feed.start();
            awaitRow(results, flink);
            LiveRun.pause(stage.options.warmUpSeconds, flink.jobManager());
            measureWritten(kind, flink);
            feed.takeBehindMsMax();
            for (int kill = 1; kill <= kills; kill++) {
                for (Victim victim : victims) {
                    stage.recorder.say("%s: kill %d of %d of the %s", kind, kill, kills, victim);
                    all.computeIfAbsent(victim, v -> new ArrayList<>())
                            .add(kill(victim, flink, results));
                    LiveRun.pause(BETWEEN_SECONDS, flink.jobManager());
                }
            }
            long behindMs = feed.takeBehindMsMax();
            long endMs = feed.stop();
            all.forEach((victim, measured) -> row(kind, victim, measured, behindMs));
            return endMs;
        }
    }

    private Kill kill(Victim victim, FlinkCluster flink, KilledResults results) throws IOException {
        long killMs = System.currentTimeMillis();
        long killNs = System.nanoTime();
        results.expectAfter(killMs);
        double listens = Double.NaN;
        if (victim == Victim.STORE) {
            restartStore();
            listens = (System.nanoTime() - killNs) / NS_PER_S;
        } else {
            flink.killTaskManager();
        }
        awaitRow(results, flink);
        return new Kill(
                listens, seconds(results.windowUs(), killMs), seconds(results.rowUs(), killMs));
    }

    private void restartStore() throws IOException {
        int port = StoreAddress.parse(store.ready()).port();
        store.kill();
        store.close();
        store =
                StoreProcess.start(
                        stage.folder,
                        stage.options.storeFlags(),
                        port,
                        "--data-dir",
                        data.toString());
    }

    private void awaitRow(KilledResults results, FlinkCluster flink) {
        long endNs = System.nanoTime() + (long) (WAIT_SECONDS_MAX * NS_PER_S);
        while (results.rowUs() == 0) {
            if (System.nanoTime() > endNs) {
                throw WukongsException.fatal("no row: seconds=" + WAIT_SECONDS_MAX);
            }
            LiveRun.pause(POLL_SECONDS, flink.jobManager());
        }
    }

    private static double seconds(long atUs, long fromMs) {
        return (atUs - fromMs * US_PER_MS) / MS_PER_S / US_PER_MS;
    }

    private void row(Kind kind, Victim victim, List<Kill> all, long behindMs) {
        Table.Row row =
                killTable
                        .row()
                        .cell("job", kind.toString())
                        .cell("killed", victim.toString())
                        .cell("kills", all.size())
                        .cell("listensSeconds", "it listens", Statistics.median(all, Kill::listens))
                        .cell(
                                "windowSeconds",
                                "the next window",
                                kind.isFlinkSql() ? null : Statistics.median(all, Kill::window));
        Spread.of(all, Kill::row).putTo(row, "rowSeconds", "the next row");
        row.cell("feedLateMs", "feed late ms", behindMs)
                .kept("rowSecondsByKill", all.stream().map(Kill::row).toList());
    }

    /** For some time in which nothing is killed, longer until each has written something. */
    private void measureWritten(Kind kind, FlinkCluster flink) {
        stage.recorder.say("%s: what it writes", kind);
        WrittenFiles checkpoints = new WrittenFiles(stage.checkpoints(kind));
        WrittenFiles stored = new WrittenFiles(data);
        long startNs = System.nanoTime();
        double seconds = 0;
        boolean all = false;
        while (seconds < stage.options.seconds || (!all && seconds < WAIT_SECONDS_MAX)) {
            LiveRun.pause(LOOK_SECONDS, flink.jobManager());
            checkpoints.look();
            stored.look();
            seconds = (System.nanoTime() - startNs) / NS_PER_S;
            all = checkpoints.bytes() > 0 && (store == null || stored.bytes() > 0);
        }
        double minutes = seconds / SECONDS_PER_MINUTE;
        double flinkMb = checkpoints.bytes() / BYTES_PER_MB / minutes;
        double logMb = stored.bytes() / BYTES_PER_MB / minutes;
        double checkpointMb = store == null ? 0 : checkpointBytes() / BYTES_PER_MB;
        double storeMb =
                checkpointMb * logMb * BYTES_PER_MB / LogSettings.CHECKPOINT_AFTER_BYTES_DEFAULT;
        writtenTable
                .row()
                .cell("job", kind.toString())
                .cell("seconds", "for s", seconds)
                .cell("flinkMb", "Flink's checkpoints", flinkMb)
                .cell("logMb", "the store's log", store == null ? null : logMb)
                .cell("storeMb", "its checkpoints", store == null ? null : storeMb)
                .cell("allMb", "all", flinkMb + logMb + storeMb)
                .kept("storeCheckpointMb", checkpointMb);
    }

    /**
     * Of one now: by itself the store makes one each time that its log has grown by some length.
     */
    private long checkpointBytes() {
        List<StoreAddress> address = List.of(StoreAddress.parse(store.ready()));
        try (StoreClient client =
                StoreClient.connect(address, Duration.ofSeconds((long) WAIT_SECONDS_MAX))) {
            return client.checkpoint().bytes();
        }
    }
}
