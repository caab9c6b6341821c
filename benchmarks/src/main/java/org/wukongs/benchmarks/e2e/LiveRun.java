package org.wukongs.benchmarks.e2e;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.wukongs.benchmarks.e2e.feed.ResultReader;
import org.wukongs.benchmarks.e2e.feed.TopicFeed;
import org.wukongs.benchmarks.e2e.job.JobKind;
import org.wukongs.benchmarks.e2e.part.JvmProbe;
import org.wukongs.benchmarks.e2e.part.PartProcess;
import org.wukongs.error.WukongsException;

/** A job with streams in real time, from its start to its figures. */
final class LiveRun {

    private static final double NS_PER_US = 1e3;
    private static final double NS_PER_S = 1e9;
    private static final double BYTES_PER_MB = 1e6;
    private static final long POLL_MS = 100;

    /** At low rates latency counts, at high ones that requests are few. */
    private static final int LINGER_MS_LOW_RATE = 1;

    private static final int LINGER_MS = 5;

    /** Results of the last windows that are measured are waited for so long. */
    private static final double LAST_WINDOWS_S = 2;

    private static final double MS_PER_S = 1000;

    /** Of memory, over the whole of a run. */
    private static final int SAMPLES = 20;

    private static final long FIRST_RESULT_S_MAX = 120;

    private final Stage stage;
    private final JobKind kind;
    private final double rate;
    private final boolean sampled;

    /** With {@code sampled}, memory is looked at, which takes collections. */
    LiveRun(Stage stage, JobKind kind, double rate, boolean sampled) {
        this.stage = stage;
        this.kind = kind;
        this.rate = rate;
        this.sampled = sampled;
    }

    LiveReport run(double seconds) {
        stage.newTopics();
        if (kind == JobKind.SQL) {
            try (PartProcess flink = stage.startFlink()) {
                return run(flink, null, seconds);
            }
        }
        try (PartProcess store = stage.startStore();
                PartProcess flink = stage.startFlink()) {
            return run(flink, store, seconds);
        }
    }

    private LiveReport run(PartProcess flink, PartProcess store, double seconds) {
        Delays delays = new Delays();
        Stage.start(flink, stage.live(kind, store == null ? "" : store.ready()));
        int lingerMs = rate < 1 ? LINGER_MS_LOW_RATE : LINGER_MS;
        long startMs = System.currentTimeMillis();
        try (ResultReader reader = new ResultReader(stage.kafka(), kind.resultTopic(), delays);
                TopicFeed feed =
                        new TopicFeed(stage.kafka(), stage.files(), rate, startMs, lingerMs);
                Probes probes = new Probes(flink, store, stage.broker())) {
            feed.start();
            awaitResults(delays, flink);
            pause(stage.settings().warmUpSeconds(), flink);
            feed.takeBehindMsMax();
            Span span = measure(feed, delays, probes, flink, seconds);
            reader.finish(); // Only then its figures are ours.
            return report(span, delays);
        }
    }

    /** Until the job runs, so that the warm-up is one. */
    private void awaitResults(Delays delays, PartProcess flink) {
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(FIRST_RESULT_S_MAX);
        while (delays.newestMs() == 0) {
            flink.requireAlive();
            if (System.nanoTime() > deadlineNs) {
                throw WukongsException.fatal(
                        "no results: kind=" + kind + " seconds=" + FIRST_RESULT_S_MAX);
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(POLL_MS));
        }
    }

    private Span measure(
            TopicFeed feed, Delays delays, Probes probes, PartProcess flink, double seconds) {
        List<MemorySample> samples = new ArrayList<>();
        long[] cpuNs = probes.cpuNs();
        long sent = feed.sentCount();
        long startNs = System.nanoTime();
        delays.between(System.currentTimeMillis(), (long) (seconds * MS_PER_S));
        long checkpointBytes = 0;
        double elapsed = 0;
        while (elapsed < seconds) {
            pause(Math.min(POLL_MS / MS_PER_S, seconds - elapsed), flink);
            elapsed = (System.nanoTime() - startNs) / NS_PER_S;
            checkpointBytes = Math.max(checkpointBytes, largest(stage.checkpoints().toFile()));
            if (sampled && elapsed >= samples.size() * seconds / SAMPLES) {
                samples.add(probes.sample(elapsed, feed.sentCount() - sent));
            }
        }
        long tuples = Math.max(1, feed.sentCount() - sent);
        long[] cpuEndNs = probes.cpuNs();
        double[] cpuUs = new double[cpuNs.length];
        for (int i = 0; i < cpuUs.length; i++) {
            cpuUs[i] = (cpuEndNs[i] - cpuNs[i]) / NS_PER_US / tuples;
        }
        double measured = (System.nanoTime() - startNs) / NS_PER_S;
        long behindMs = feed.takeBehindMsMax();
        pause(LAST_WINDOWS_S, flink);
        return new Span(measured, tuples, behindMs, cpuUs, checkpointBytes, samples);
    }

    private LiveReport report(Span span, Delays delays) {
        return new LiveReport(
                kind.name().toLowerCase(Locale.ROOT),
                rate,
                span.seconds(),
                span.tuples() / span.seconds(),
                span.behindMsMax(),
                delays.lastMs(),
                span.cpuUs()[0],
                span.cpuUs()[1],
                span.cpuUs()[2],
                span.checkpointBytesMax(),
                delays.all(),
                delays.queries(),
                span.samples());
    }

    /** What was measured; CPU time a tuple in the order of {@link Probes}. */
    private record Span(
            double seconds,
            long tuples,
            long behindMsMax,
            double[] cpuUs,
            long checkpointBytesMax,
            List<MemorySample> samples) {}

    private static void pause(double seconds, PartProcess flink) {
        long endNs = System.nanoTime() + (long) (seconds * NS_PER_S);
        for (long left = endNs - System.nanoTime(); left > 0; left = endNs - System.nanoTime()) {
            LockSupport.parkNanos(Math.min(left, TimeUnit.MILLISECONDS.toNanos(POLL_MS)));
            flink.requireAlive();
        }
    }

    /** Of the checkpoints that are there now; files may vanish while they are counted. */
    private static long largest(File folder) {
        long largest = 0;
        File[] jobs = folder.listFiles();
        for (File job : jobs == null ? new File[0] : jobs) {
            File[] checkpoints = job.listFiles((parent, name) -> name.startsWith("chk-"));
            for (File checkpoint : checkpoints == null ? new File[0] : checkpoints) {
                long bytes = 0;
                File[] files = checkpoint.listFiles();
                for (File file : files == null ? new File[0] : files) {
                    bytes += file.length();
                }
                largest = Math.max(largest, bytes);
            }
        }
        return largest;
    }

    /** Of Flink, store and broker, in this order; there may be no store. */
    private static final class Probes implements AutoCloseable {
        private final JvmProbe flink;
        private final JvmProbe store;
        private final JvmProbe broker;

        Probes(PartProcess flink, PartProcess store, PartProcess broker) {
            this.flink = JvmProbe.attach(flink);
            this.store = store == null ? null : JvmProbe.attach(store);
            this.broker = JvmProbe.attach(broker);
        }

        long[] cpuNs() {
            return new long[] {flink.cpuNs(), store == null ? 0 : store.cpuNs(), broker.cpuNs()};
        }

        MemorySample sample(double second, long sent) {
            return new MemorySample(
                    second,
                    sent,
                    flink.heapAfterCollectionBytes() / BYTES_PER_MB,
                    flink.residentBytes() / BYTES_PER_MB,
                    store == null ? 0 : store.heapAfterCollectionBytes() / BYTES_PER_MB,
                    store == null ? 0 : store.residentBytes() / BYTES_PER_MB,
                    broker.residentBytes() / BYTES_PER_MB);
        }

        @Override
        public void close() {
            flink.close();
            broker.close();
            if (store != null) {
                store.close();
            }
        }
    }
}
