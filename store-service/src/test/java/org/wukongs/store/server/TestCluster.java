package org.wukongs.store.server;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.wukongs.client.StoreAddress;
import org.wukongs.client.StoreClient;
import org.wukongs.store.node.StoreConfig;

/** Servers in one process that are the nodes of one cluster, over TCP and one metadata log. */
public final class TestCluster implements AutoCloseable {

    private final SharedMetadata metadata = new SharedMetadata();
    private final List<StoreServer> servers = new ArrayList<>();
    private final List<StoreClient> clients = new ArrayList<>();

    private TestCluster() {}

    /** Starts a node of each number. */
    public static TestCluster of(Integer... nodes) {
        TestCluster cluster = new TestCluster();
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            List<Future<StoreServer>> starting = new ArrayList<>();
            for (int node : nodes) {
                starting.add(threads.submit(() -> cluster.start(node, List.of(nodes))));
            }
            for (Future<StoreServer> started : starting) {
                cluster.servers.add(started.get());
            }
            return cluster;
        } catch (InterruptedException | ExecutionException e) {
            cluster.close();
            throw new IllegalStateException(e);
        } finally {
            threads.shutdownNow();
        }
    }

    private StoreServer start(int node, List<Integer> nodes) {
        return StoreServer.start(
                StoreConfig.builder().storeMemoryBytes(16 << 20).build(),
                ConnectionLimits.DEFAULT,
                "127.0.0.1",
                0,
                metadata.settings("test", node, nodes));
    }

    /** The servers in the order of their numbers as given. */
    public List<StoreServer> servers() {
        return servers;
    }

    /** Where a server listens for clients. */
    public StoreAddress address(int index) {
        return servers.get(index).address();
    }

    /** All addresses as options take them. */
    public String addresses() {
        return String.join(
                ",", servers.stream().map(server -> server.address().toString()).toList());
    }

    /** A new client that knows one server; it is closed with this. */
    public StoreClient client(int index) {
        StoreClient client = StoreClient.connect(List.of(address(index)), Duration.ofSeconds(10));
        clients.add(client);
        return client;
    }

    @Override
    public void close() {
        clients.forEach(StoreClient::close);
        servers.forEach(StoreServer::close);
    }

    /** Waits for a latch, for the agent's thread of a server that shall stand still. */
    public static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
