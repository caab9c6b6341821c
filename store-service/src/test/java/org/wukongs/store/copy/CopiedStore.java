package org.wukongs.store.copy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.wukongs.client.StoreClient;
import org.wukongs.naive.Waits;
import org.wukongs.store.checkpoint.DataDirectory;
import org.wukongs.store.checkpoint.ReadProgress;
import org.wukongs.store.log.LogOptions;
import org.wukongs.store.log.SyncMode;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.store.server.ConnectionLimits;
import org.wukongs.store.server.CopySettings;
import org.wukongs.store.server.LogSettings;
import org.wukongs.store.server.StoreServer;
import org.wukongs.stream.Tuple;
import org.wukongs.stream.TupleBatch;
import org.wukongs.stream.TupleEncoder;

/** A store in this process, with a data directory and perhaps a copy, and a client of it. */
final class CopiedStore implements AutoCloseable {

    static final long HOUR_MS = 3_600_000;

    private static final Duration DEADLINE = Duration.ofSeconds(20);

    final StoreServer server;
    final StoreClient client;

    private CopiedStore(StoreServer server) {
        this.server = server;
        this.client = StoreClient.connect(List.of(server.address()), DEADLINE);
    }

    /** A store without a copy. */
    static CopiedStore start(Path directory, int injectorCount) {
        return new CopiedStore(server(directory, null, injectorCount));
    }

    /** A store that copies every {@code intervalMs}. */
    static CopiedStore start(Path directory, Place place, long intervalMs, boolean atBarriers) {
        DurableCopy copy = new DurableCopy(place, directory);
        copy.begin(ReadProgress.NONE);
        return new CopiedStore(
                server(directory, new CopySettings(copy, intervalMs, atBarriers), 1));
    }

    private static StoreServer server(Path directory, CopySettings copy, int injectorCount) {
        StoreConfig config =
                StoreConfig.builder()
                        .termCountMax(100_000)
                        .storeMemoryBytes(1 << 24)
                        .injectorCount(injectorCount)
                        .build();
        LogSettings log =
                new LogSettings(LogOptions.defaults(SyncMode.COMMIT), Long.MAX_VALUE)
                        .withCopy(copy);
        return StoreServer.start(
                config,
                ConnectionLimits.DEFAULT,
                DataDirectory.open(directory, 2),
                log,
                "127.0.0.1",
                0);
    }

    /** Loads a triple, which is acknowledged when this returns. */
    void load(String subject) {
        Tuple triple = new Tuple(0, "<http://x/" + subject + ">", "<http://x/p>", "<http://x/o>");
        TupleEncoder encoder = new TupleEncoder(client.strings());
        client.load("http://g/l", encoder.encode(new TupleBatch(0, false, List.of(triple))));
    }

    /** Returns the subjects that were loaded. */
    Set<String> loaded() {
        Set<String> found = new TreeSet<>();
        client.query("SELECT ?s { GRAPH <http://g/l> { ?s ?p ?o } }")
                .rows()
                .forEach(row -> found.add(row[0].replaceAll("^<http://x/|>$", "")));
        return found;
    }

    /** Returns when the copy has all that was written before. */
    void awaitCopy() {
        long written = server.status(1000).log().writtenPosition();
        Waits.await(() -> server.copyStatistics().position() >= written);
    }

    /** Returns when there is a first copy of this start. */
    void awaitCopyOnce() {
        Waits.await(() -> server.copyStatistics().count() > 0);
    }

    @Override
    public void close() {
        client.close();
        server.close();
    }
}
