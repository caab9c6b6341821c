package org.wukongs.benchmarks.e2e;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.wukongs.benchmarks.lsbench.data.LsbenchFiles;
import org.wukongs.benchmarks.measure.ChildProcess;
import org.wukongs.benchmarks.measure.Units;
import org.wukongs.benchmarks.result.Recorder;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.examples.lsbench.LsbenchJobConfig;
import org.wukongs.kafka.lsbench.LsbenchStreams;
import org.wukongs.kafka.producer.KafkaTopics;
import org.wukongs.store.cli.Wukongs;

/** What all phases run on: a broker for all of them, data, and how the other parts are started. */
final class Stage implements AutoCloseable {

    private static final int ADMIN_TIMEOUT_MS = 30_000;

    /** A fiftieth of a batch interval: what a batch waits for the watermark that closes it. */
    private static final long WATERMARK_MS = 2;

    /** In Flink SQL each one goes through all operators, and results take far longer than this. */
    private static final long WATERMARK_MS_SQL = 10;

    private static final ObjectMapper JSON = new ObjectMapper();

    private final LsbenchFiles files;
    private final E2eOptions options;
    private final Recorder recorder;
    private final Path folder;
    private final ActiveUser constants;
    private final ChildProcess broker;

    Stage(LsbenchFiles files, E2eOptions options, Path folder, Recorder recorder)
            throws IOException {
        this.files = files;
        this.options = options;
        this.recorder = recorder;
        this.folder = folder;
        this.constants = ActiveUser.of(files);
        List<String> command = ChildProcess.java(options.brokerFlags(), BrokerMain.class);
        this.broker = ChildProcess.start("broker", folder, command, BrokerMain.READY);
    }

    LsbenchFiles files() {
        return files;
    }

    E2eOptions options() {
        return options;
    }

    Recorder recorder() {
        return recorder;
    }

    Path folder() {
        return folder;
    }

    ChildProcess broker() {
        return broker;
    }

    String kafka() {
        return broker.ready();
    }

    /** All topics, empty. */
    void newTopics() {
        List<String> names = new ArrayList<>();
        Arrays.stream(LsbenchStreams.values()).map(LsbenchStreams::topic).forEach(names::add);
        names.add(LsbenchJobConfig.DEAD_LETTER_TOPIC);
        Arrays.stream(JobKind.values()).map(JobKind::resultTopic).forEach(names::add);
        try (Admin admin = Admin.create(KafkaTopics.adminConfig(kafka(), ADMIN_TIMEOUT_MS))) {
            Set<String> there = admin.listTopics().names().get();
            admin.deleteTopics(names.stream().filter(there::contains).toList()).all().get();
        } catch (ExecutionException e) {
            throw new WukongsException(Category.FATAL, "cannot delete topics: reason=" + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw WukongsException.retriable("interrupted while deleting topics");
        }
        KafkaTopics.create(kafka(), names, 1);
    }

    /** Sends the first {@code seconds} of the streams; returns how many tuples. */
    long fill(double seconds) throws IOException {
        long nowMs = System.currentTimeMillis();
        long startMs = nowMs - nowMs % 1000;
        try (TopicFeed feed = new TopicFeed(kafka(), files, 1, startMs)) {
            return feed.fill(Units.ms(seconds));
        }
    }

    /** A node with the stored triples. */
    ChildProcess startStore() throws IOException {
        List<String> command =
                ChildProcess.java(
                        options.storeFlags(),
                        Wukongs.class,
                        "store",
                        "--end-with-input",
                        "--port",
                        "0");
        ChildProcess store = ChildProcess.start("store", folder, command, "store listening on ");
        StringWriter said = new StringWriter();
        PrintWriter writer = new PrintWriter(said);
        String[] load = {"load", "--store", store.ready(), "--data", files.stored().toString()};
        int exitCode = Wukongs.run(new Wukongs(), writer, writer, load);
        if (exitCode != 0) {
            store.close();
            throw WukongsException.fatal("cannot load: exitCode=" + exitCode + " said=" + said);
        }
        return store;
    }

    ChildProcess startFlink() throws IOException {
        List<String> command = ChildProcess.java(options.flinkFlags(), JobMain.class);
        return ChildProcess.start("flink", folder, command, JobMain.READY);
    }

    /** One that runs until its process ends. */
    JobSpec live(JobKind kind, String store) {
        return spec(kind, store, 0, false, "");
    }

    /**
     * One that reads what is there.
     *
     * @param profile file for a JFR recording, empty for none
     */
    JobSpec bounded(JobKind kind, String store, int round, String profile) {
        return spec(kind, store, round, true, profile);
    }

    private JobSpec spec(JobKind kind, String store, int round, boolean bounded, String profile) {
        return new JobSpec(
                kind,
                kafka(),
                store,
                files.stored().toString(),
                round,
                constants.user(),
                constants.person(),
                bounded,
                bounded ? 0 : Units.ms(options.checkpointSeconds),
                checkpoints(kind).toString(),
                kind.isFlinkSql() ? WATERMARK_MS_SQL : WATERMARK_MS,
                profile);
    }

    Path checkpoints(JobKind kind) {
        return folder.resolve("checkpoints-" + kind);
    }

    void start(ChildProcess flink, JobSpec spec) throws IOException {
        flink.ask(JSON.writeValueAsString(spec), JobMain.STARTED);
    }

    JobSpec.Took run(ChildProcess flink, JobSpec spec) throws IOException {
        String answer = flink.ask(JSON.writeValueAsString(spec), JobMain.DONE);
        return JSON.readValue(answer, JobSpec.Took.class);
    }

    @Override
    public void close() {
        broker.close();
    }
}
