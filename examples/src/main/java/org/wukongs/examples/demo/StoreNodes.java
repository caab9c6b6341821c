package org.wukongs.examples.demo;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.wukongs.client.StoreAddress;
import org.wukongs.error.IoReason;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;

/** The store of the demo: one node, or the nodes of a cluster, each in a process of its own. */
final class StoreNodes implements AutoCloseable {

    /** Each node is a JVM with hundreds of MB on this machine. */
    static final int COUNT_MAX = 16;

    private static final String METADATA_TOPIC = "demo-cluster";
    private static final int TOKEN_BYTES = 32;

    private final List<StoreProcess> nodes;

    private StoreNodes(List<StoreProcess> nodes) {
        this.nodes = nodes;
    }

    /** Starts one node that is no cluster, on {@code port}, 0 for a free one. */
    static StoreNodes one(int port) {
        return new StoreNodes(List.of(StoreProcess.start(port)));
    }

    /**
     * Starts a cluster and returns when all of its nodes serve clients.
     *
     * @param count of nodes, 2 or more
     * @param firstPort of the first node, the next ones have the next ports; 0 for free ones
     * @param kafka broker for the metadata log
     */
    static StoreNodes cluster(int count, int firstPort, String kafka) {
        ExecutorService starters = Executors.newFixedThreadPool(count);
        List<Future<StoreProcess>> starting = new ArrayList<>();
        List<StoreProcess> nodes = new ArrayList<>();
        boolean done = false;
        Path token = token();
        try {
            for (int node = 1; node <= count; node++) {
                int port = firstPort == 0 ? 0 : firstPort + node - 1;
                String[] options = options(node, count, kafka, token);
                starting.add(starters.submit(() -> StoreProcess.start(port, options)));
            }
            for (Future<StoreProcess> started : starting) {
                nodes.add(started(started));
            }
            done = true;
            return new StoreNodes(List.copyOf(nodes));
        } finally {
            starters.shutdown();
            delete(token);
            if (!done) {
                // Nodes that still wait for the others end with this process.
                nodes.forEach(StoreProcess::close);
            }
        }
    }

    private static String[] options(int node, int count, String kafka, Path token) {
        String all =
                IntStream.rangeClosed(1, count)
                        .mapToObj(Integer::toString)
                        .collect(Collectors.joining(","));
        return new String[] {
            "--cluster",
            "demo",
            "--node",
            Integer.toString(node),
            "--nodes",
            all,
            "--metadata",
            "kafka://" + kafka + "/" + METADATA_TOPIC,
            "--cluster-token-file",
            token.toString(),
            "--cluster-listen",
            "127.0.0.1:0",
            "--cluster-wait",
            "60s"
        };
    }

    /** A file that only this user can read. */
    private static Path token() {
        byte[] secret = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(secret);
        try {
            Path file = Files.createTempFile("wukongs-demo", ".token");
            Files.writeString(file, HexFormat.of().formatHex(secret), StandardCharsets.US_ASCII);
            return file;
        } catch (IOException e) {
            throw new WukongsException(
                    Category.FATAL,
                    "cannot write the token of the cluster: reason=" + IoReason.of(e),
                    e);
        }
    }

    private static void delete(Path token) {
        try {
            Files.deleteIfExists(token);
        } catch (IOException e) {
            System.err.println("warning: a file was not deleted: file=" + token);
        }
    }

    private static StoreProcess started(Future<StoreProcess> starting) {
        try {
            return starting.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException cause
                    ? cause
                    : new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw WukongsException.fatal("the start of the store was interrupted");
        }
    }

    /** Where the nodes listen for clients. */
    List<StoreAddress> addresses() {
        return nodes.stream().map(StoreProcess::address).toList();
    }

    /** The same, as options take them. */
    String addressList() {
        return addresses().stream().map(StoreAddress::toString).collect(Collectors.joining(","));
    }

    /** FATAL error if a node has ended. */
    void check() {
        for (StoreProcess node : nodes) {
            if (!node.isAlive()) {
                throw WukongsException.fatal("the store process has died: " + node.lastLine());
            }
        }
    }

    /** Waits up to {@code waitMs} for the end of a node. */
    void awaitEnd(long waitMs) {
        nodes.get(0).awaitEnd(waitMs);
    }

    /** Ends all nodes at once, so that none complains that others are gone. */
    @Override
    public void close() {
        nodes.forEach(StoreProcess::end);
        nodes.forEach(StoreProcess::close);
    }
}
