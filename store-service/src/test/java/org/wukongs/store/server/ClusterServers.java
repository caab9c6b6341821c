package org.wukongs.store.server;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.wukongs.store.metadata.ReplicaOptions;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.store.peer.ClusterToken;
import org.wukongs.store.peer.PeerLimits;

/** Some servers in one process that are one store, over TCP and one metadata log in memory. */
public final class ClusterServers implements AutoCloseable {

    private static final long START_NS = TimeUnit.SECONDS.toNanos(60);

    private final SharedMetadata metadata = new SharedMetadata();
    private final List<StoreServer> servers = new ArrayList<>();

    private ClusterServers() {}

    /** Starts servers with the numbers from 1 on. */
    public static ClusterServers start(int count) {
        ClusterServers started = new ClusterServers();
        List<Integer> nodes = IntStream.rangeClosed(1, count).boxed().toList();
        ExecutorService threads = Executors.newFixedThreadPool(count);
        try {
            List<Future<StoreServer>> starting = new ArrayList<>();
            for (int node : nodes) {
                starting.add(threads.submit(() -> started.start(node, nodes)));
            }
            for (Future<StoreServer> server : starting) {
                started.servers.add(server.get());
            }
            return started;
        } catch (InterruptedException | ExecutionException e) {
            started.close();
            throw new IllegalStateException(e);
        } finally {
            threads.shutdownNow();
        }
    }

    private StoreServer start(int node, List<Integer> nodes) {
        ClusterSettings settings =
                new ClusterSettings(
                        "test",
                        node,
                        nodes,
                        metadata::open,
                        ClusterToken.of("the token of this test"),
                        "127.0.0.1",
                        0,
                        PeerLimits.DEFAULT,
                        ReplicaOptions.DEFAULT,
                        START_NS);
        return StoreServer.start(
                StoreConfig.builder().storeMemoryBytes(16 << 20).build(),
                ConnectionLimits.DEFAULT,
                "127.0.0.1",
                0,
                settings);
    }

    public List<StoreServer> servers() {
        return servers;
    }

    /** Returns one of them, counted from 0. */
    public StoreServer server(int place) {
        return servers.get(place);
    }

    @Override
    public void close() {
        servers.forEach(StoreServer::close);
    }
}
