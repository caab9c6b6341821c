package org.wukongs.store.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.wukongs.client.FetchedWindows;
import org.wukongs.client.WindowResult;
import org.wukongs.store.checkpoint.DataDirectory;
import org.wukongs.store.checkpoint.StoreCut;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.store.node.StoreNode;
import org.wukongs.stream.MessageId;
import org.wukongs.stream.ShardBatch;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.WriterId;

/**
 * The store that survives a job's failures, with a query by time and one by count. It fails itself
 * now and then, and comes back from its newest checkpoint.
 */
final class FailoverStore implements AutoCloseable {

    static final StreamDefinition STREAM =
            new StreamDefinition("s", 100, StreamDefinition.STORED, Set.of("http://x/timing"));

    /** How far a tuple may be behind others of its partition without being late. */
    static final long DISORDER_MS = 150;

    static final long RANGE_MS = 400;
    static final long STEP_MS = 200;
    static final int BLOCK = 7;

    private static final String BODY = " AS SELECT ?s ?p ?o FROM STREAM s %s WHERE { ?s ?p ?o }";

    private final Path data;
    private DataDirectory directory;
    private long starts;
    StoreNode node;

    /** With its checkpoints in an empty directory. */
    FailoverStore(Path data) {
        this.data = data;
        start();
    }

    /** Returns false where there was no checkpoint to come back from. */
    private boolean start() {
        node = new StoreNode(StoreConfig.DEFAULT, () -> 0);
        directory = DataDirectory.open(data, 1);
        starts++;
        boolean restored = node.restore(directory, directory.nextStart(starts));
        if (!restored) {
            register();
        }
        return restored;
    }

    /** Dies with all in it, and starts again; false where it starts empty. */
    boolean fail() {
        close();
        boolean restored = start();
        assertThat(node.check().violations()).isEmpty();
        return restored;
    }

    void checkpoint() {
        try (StoreCut cut = node.cut()) {
            directory.write(cut);
        }
    }

    private void register() {
        node.streams().register(STREAM);
        register("time", "[RANGE " + RANGE_MS + "ms STEP " + STEP_MS + "ms]");
        register("count", "[TRIPLES " + BLOCK + "]");
    }

    private void register(String name, String window) {
        node.registerQuery("REGISTER QUERY " + name + BODY.formatted(window));
        node.continuous().attachReader(name, Long.MIN_VALUE);
    }

    void inject(WriterId writer, long epoch, ShardBatch batch) {
        assertThat(node.writers().inject(writer, epoch, batch)).isTrue();
    }

    /** Work for a moment, which may leave closed batches that are in no plan yet. */
    void work(int rounds) {
        for (int i = 0; i < rounds; i++) {
            node.doWork();
        }
    }

    void commit(FailoverJob.Checkpoint checkpoint) {
        for (MessageId position : checkpoint.writers()) {
            assertThat(node.writers().commit(STREAM.name(), position)).isTrue();
        }
    }

    boolean isCurrent(long epoch) {
        return node.coordinator().progress(STREAM.name()).isCurrent(epoch);
    }

    /** All executions of a query, each its rows as N-Triples without dots, sorted. */
    List<List<String>> executions(String query) {
        List<List<String>> executions = new ArrayList<>();
        long fromMs = Long.MIN_VALUE;
        while (true) {
            FetchedWindows fetched = node.continuous().fetch(query, fromMs, 64);
            if (fetched.results().isEmpty()) {
                return executions;
            }
            for (WindowResult result : fetched.results()) {
                executions.add(rows(result.rows()));
            }
            fromMs = fetched.nextWindowEndMs();
        }
    }

    List<String> stored() {
        return rows(node.query("SELECT ?s ?p ?o { ?s ?p ?o }").rows());
    }

    private static List<String> rows(List<String[]> rows) {
        return rows.stream().map(row -> String.join(" ", row)).sorted().toList();
    }

    @Override
    public void close() {
        node.close();
        directory.close();
    }
}
