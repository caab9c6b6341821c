package org.wukongs.benchmarks.e2e;

import static org.wukongs.benchmarks.measure.Units.MS_PER_S;
import static org.wukongs.benchmarks.measure.Units.NS_PER_S;
import static org.wukongs.benchmarks.measure.Units.NS_PER_US;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.wukongs.benchmarks.e2e.JobSpec.Kind;
import org.wukongs.benchmarks.measure.ChildProcess;
import org.wukongs.benchmarks.measure.Units;
import org.wukongs.error.WukongsException;

/** A job with streams in real time, at one rate after the other, from its start to its figures. */
final class LiveRun {

    private static final long POLL_MS = 100;

    /** Of a job's first rate: the compilers of its processes are at work for a minute. */
    private static final int WARM_UPS_AT_START = 3;

    /** Results of the last windows that are measured are waited for so long. */
    private static final double LAST_WINDOWS_S = 2;

    /** Of memory, over the whole of a run. */
    private static final int SAMPLES = 20;

    private static final long FIRST_RESULT_S_MAX = 120;

    /** Of a core, with which a job counts as at rest, and for how long: compilers come and go. */
    private static final double REST_CPU_SHARE = 0.3;

    private static final double REST_S = 2;

    /** The longest that is waited for rest, in warm-ups: on a busy machine there may be none. */
    private static final double REST_WARM_UPS_MAX = 4;

    /** Of a feed that has caught up: a collection of one of the processes may take so long. */
    private static final long BEHIND_MS_MAX = 200;

    private final Stage stage;
    private final Kind kind;
    private final E2eCommand.Phase phase;

    /** In phase {@code THROUGHPUT}, memory is looked at all the time, which takes collections. */
    LiveRun(Stage stage, Kind kind, E2eCommand.Phase phase) {
        this.stage = stage;
        this.kind = kind;
        this.phase = phase;
    }

    /**
     * One job, each of the rates for {@code seconds}, until there is one at which it does not keep
     * up. So only the first rate's warm-up has the start of processes in it. What was measured goes
     * to {@code reports}.
     */
    void run(List<Double> rates, double seconds, List<LiveReport> reports) throws IOException {
        stage.newTopics();
        try (ChildProcess store = kind.isFlinkSql() ? null : stage.startStore();
                ChildProcess flink = stage.startFlink()) {
            stage.start(flink, kind, store == null ? "" : store.ready());
            try (Probes probes = new Probes(flink, store, stage.broker)) {
                awaitRest(flink, REST_WARM_UPS_MAX * stage.options.warmUpSeconds);
                int warmUps = WARM_UPS_AT_START;
                for (double rate : rates) {
                    LiveReport report = run(rate, warmUps, probes, flink, seconds);
                    reports.add(report);
                    if (!report.keepsUp()) {
                        break;
                    }
                    warmUps = 1;
                }
            }
        }
    }

    /**
     * Until the process of a job that was just started has worked and has nothing left to do
     * without tuples, as what is stored has been read; no figure has that in it.
     */
    static void awaitRest(ChildProcess flink, double secondsMax) {
        boolean worked = false;
        double restS = 0;
        for (int s = 0; restS < REST_S && s < secondsMax; s++) {
            long cpuNs = flink.cpuNs();
            pause(1, flink);
            boolean works = (flink.cpuNs() - cpuNs) / NS_PER_S >= REST_CPU_SHARE;
            worked |= works;
            restS = worked && !works ? restS + 1 : 0;
        }
    }

    private LiveReport run(
            double rate, int warmUps, Probes probes, ChildProcess flink, double seconds)
            throws IOException {
        Delays delays = new Delays();
        long startMs = System.currentTimeMillis();
        try (ResultReader reader = new ResultReader(stage.kafka(), kind.resultTopic(), delays);
                TopicFeed feed = new TopicFeed(stage.kafka(), stage.files, rate, startMs)) {
            feed.start();
            warmUp(feed, delays, flink, startMs, warmUps * stage.options.warmUpSeconds);
            double warmUpSeconds = (System.currentTimeMillis() - startMs) / MS_PER_S;
            List<Probes.Sample> samples = new ArrayList<>();
            long[] cpuNs = probes.cpuNs();
            long sent = feed.sentCount();
            long startNs = System.nanoTime();
            delays.between(System.currentTimeMillis(), Units.ms(seconds));
            long checkpointBytes = 0;
            double elapsed = 0;
            while (elapsed < seconds) {
                pause(Math.min(POLL_MS / MS_PER_S, seconds - elapsed), flink);
                elapsed = (System.nanoTime() - startNs) / NS_PER_S;
                checkpointBytes = Math.max(checkpointBytes, largestCheckpoint());
                if (phase == E2eCommand.Phase.THROUGHPUT
                        && elapsed >= samples.size() * seconds / SAMPLES) {
                    samples.add(probes.sample(elapsed, feed.sentCount() - sent));
                }
            }
            long tuples = Math.max(1, feed.sentCount() - sent);
            double[] cpuUs = cpuUs(cpuNs, probes.cpuNs(), tuples);
            double measured = (System.nanoTime() - startNs) / NS_PER_S;
            long behindMs = feed.takeBehindMsMax();
            pause(LAST_WINDOWS_S, flink);
            samples.add(probes.sample(measured, tuples));
            reader.finish(); // Only then its figures are ours.
            return new LiveReport(
                    phase,
                    kind.toString(),
                    rate,
                    warmUpSeconds,
                    measured,
                    tuples,
                    behindMs,
                    delays.lastMs(),
                    cpuUs,
                    checkpointBytes,
                    delays,
                    samples);
        }
    }

    /** Of each process, a tuple. */
    private static double[] cpuUs(long[] startNs, long[] endNs, long tuples) {
        double[] us = new double[startNs.length];
        Arrays.setAll(us, i -> (endNs[i] - startNs[i]) / NS_PER_US / tuples);
        return us;
    }

    /** From the first result on; longer where the job is late after it, but not for ever. */
    private void warmUp(
            TopicFeed feed, Delays delays, ChildProcess flink, long startMs, double seconds) {
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(FIRST_RESULT_S_MAX);
        while (delays.newestMs() < startMs) {
            if (System.nanoTime() > deadlineNs) {
                throw WukongsException.fatal(
                        "no results: kind=" + kind + " seconds=" + FIRST_RESULT_S_MAX);
            }
            pause(POLL_MS / MS_PER_S, flink);
        }
        pause(seconds, flink);
        for (double more = 0; more < seconds && late(feed, delays); more += POLL_MS / MS_PER_S) {
            pause(POLL_MS / MS_PER_S, flink);
        }
        feed.takeBehindMsMax();
    }

    private static boolean late(TopicFeed feed, Delays delays) {
        return feed.takeBehindMsMax() > BEHIND_MS_MAX
                || System.currentTimeMillis() - delays.newestMs() > LiveReport.KEEPS_UP_MS;
    }

    /** Lets time go by; an error if the process ends meanwhile. */
    static void pause(double seconds, ChildProcess flink) {
        long endNs = System.nanoTime() + (long) (seconds * NS_PER_S);
        for (long left = endNs - System.nanoTime(); left > 0; left = endNs - System.nanoTime()) {
            LockSupport.parkNanos(Math.min(left, TimeUnit.MILLISECONDS.toNanos(POLL_MS)));
            flink.requireAlive();
        }
    }

    /** Bytes of the largest that is there now; files may vanish while they are counted. */
    private long largestCheckpoint() {
        long largest = 0;
        for (File job : files(stage.checkpoints(kind).toFile())) {
            for (File checkpoint : files(job)) {
                long bytes = Arrays.stream(files(checkpoint)).mapToLong(File::length).sum();
                largest =
                        checkpoint.getName().startsWith("chk-")
                                ? Math.max(largest, bytes)
                                : largest;
            }
        }
        return largest;
    }

    private static File[] files(File folder) {
        File[] files = folder.listFiles();
        return files == null ? new File[0] : files;
    }
}
