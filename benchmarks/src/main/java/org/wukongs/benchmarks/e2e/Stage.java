package org.wukongs.benchmarks.e2e;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.wukongs.benchmarks.e2e.JobSpec.Kind;
import org.wukongs.benchmarks.lsbench.data.LsbenchFiles;
import org.wukongs.benchmarks.measure.BrokerProcess;
import org.wukongs.benchmarks.measure.ChildProcess;
import org.wukongs.benchmarks.measure.EmbeddedStore;
import org.wukongs.benchmarks.measure.StoreProcess;
import org.wukongs.benchmarks.measure.Units;
import org.wukongs.benchmarks.result.Recorder;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.examples.lsbench.LsbenchJobConfig;
import org.wukongs.kafka.lsbench.LsbenchStreams;
import org.wukongs.kafka.producer.KafkaServers;
import org.wukongs.kafka.producer.KafkaTopics;

/** What all phases run on: a broker for all of them, data, and how the other parts are started. */
final class Stage implements AutoCloseable {

    private static final int ADMIN_TIMEOUT_MS = 30_000;

    /** A fiftieth of a batch interval: what a batch waits for the watermark that closes it. */
    private static final long WATERMARK_MS = 2;

    /** In Flink SQL each one goes through all operators, and results take far longer than this. */
    private static final long WATERMARK_MS_SQL = 10;

    private static final ObjectMapper JSON = new ObjectMapper();

    final LsbenchFiles files;
    final E2eCommand options;
    final Recorder recorder;
    final Path folder;
    final ChildProcess broker;
    private final ActiveUser constants;

    Stage(LsbenchFiles files, E2eCommand options, Path folder, Recorder recorder)
            throws IOException {
        this.files = files;
        this.options = options;
        this.recorder = recorder;
        this.folder = folder;
        this.constants = ActiveUser.of(files);
        this.broker = BrokerProcess.start(folder, options.brokerFlags());
    }

    String kafka() {
        return broker.ready();
    }

    /** All topics, empty. */
    void newTopics() {
        List<String> names = new ArrayList<>();
        Arrays.stream(LsbenchStreams.values()).map(LsbenchStreams::topic).forEach(names::add);
        names.add(LsbenchJobConfig.DEAD_LETTER_TOPIC);
        Arrays.stream(Kind.values()).map(Kind::resultTopic).forEach(names::add);
        try (Admin admin =
                Admin.create(KafkaTopics.adminConfig(KafkaServers.of(kafka()), ADMIN_TIMEOUT_MS))) {
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

    /** A node with the stored triples, started with more {@code arguments}. */
    ChildProcess startStore(String... arguments) throws IOException {
        List<String> all = new ArrayList<>(Arrays.asList(arguments));
        all.addAll(options.tls.ofStore());
        ChildProcess store =
                StoreProcess.start(folder, options.storeFlags(), 0, all.toArray(new String[0]));
        try {
            EmbeddedStore.loadInto(store.ready(), files.stored(), options.tls.ofClient());
            return store;
        } catch (WukongsException e) {
            store.close();
            throw e;
        }
    }

    ChildProcess startFlink() throws IOException {
        List<String> command = ChildProcess.java(options.flinkFlags(), JobMain.class);
        return ChildProcess.start("flink", folder, command, JobMain.READY);
    }

    FlinkCluster startCluster() throws IOException {
        return new FlinkCluster(options, folder);
    }

    /** Starts a job that runs until its process ends. */
    void start(ChildProcess flink, Kind kind, String store) throws IOException {
        flink.ask(JSON.writeValueAsString(spec(kind, store, 0, false, "")), JobMain.STARTED);
    }

    /**
     * Runs a job that reads what is there.
     *
     * @param profile file for a JFR recording, empty for none
     */
    JobSpec.Took run(ChildProcess flink, Kind kind, String store, int round, String profile)
            throws IOException {
        String spec = JSON.writeValueAsString(spec(kind, store, round, true, profile));
        return JSON.readValue(flink.ask(spec, JobMain.DONE), JobSpec.Took.class);
    }

    private JobSpec spec(Kind kind, String store, int round, boolean bounded, String profile) {
        return new JobSpec(
                kind,
                kafka(),
                store,
                options.tls.authorities(),
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

    Path checkpoints(Kind kind) {
        return folder.resolve("checkpoints-" + kind);
    }

    @Override
    public void close() {
        broker.close();
    }
}
