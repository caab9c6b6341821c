package org.wukongs.benchmarks.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.wukongs.benchmarks.measure.ChildProcess;
import org.wukongs.benchmarks.measure.ProcessMemory;
import org.wukongs.benchmarks.measure.ScratchFolder;
import org.wukongs.benchmarks.measure.StoreProcess;
import org.wukongs.client.StoreAddress;
import org.wukongs.client.StoreClient;
import org.wukongs.error.WukongsException;
import org.wukongs.store.cli.Wukongs;

/**
 * A store of some nodes, each in a process of its own; one node is a store without a cluster. Has a
 * client of each node. Used by one thread.
 */
final class NodeProcesses implements AutoCloseable {

    private static final String HTTP = "http listening on ";

    private static final Duration CONNECT = Duration.ofSeconds(20);

    private static final long LOAD_MINUTES_MAX = 30;

    private final String fabric;
    private final ScratchFolder shared; // where killed nodes leave memory; null if all is messages
    private final Path folder;
    private final List<ChildProcess> processes = new ArrayList<>();
    private final List<URI> metrics = new ArrayList<>();
    private final List<StoreClient> clients = new ArrayList<>();
    private final HttpClient http = HttpClient.newHttpClient();

    private NodeProcesses(ClusterRuns.Setup setup, Path sharedDir, Path folder) throws IOException {
        this.fabric = setup.fabric();
        this.shared = setup.isTcp() ? null : new ScratchFolder(sharedDir);
        this.folder = folder;
    }

    /**
     * Starts nodes and waits until all of them serve.
     *
     * @param setup how many, and what carries reads between them
     * @param metadata address of a topic of this cluster's own
     * @param flags of each JVM
     * @param sharedDir where they share memory, unless all reads are messages
     */
    static NodeProcesses start(
            ClusterRuns.Setup setup,
            String metadata,
            List<String> flags,
            Path sharedDir,
            Path folder)
            throws IOException {
        NodeProcesses nodes = new NodeProcesses(setup, sharedDir, folder);
        boolean started = false;
        try {
            nodes.start(setup.nodes(), metadata, flags);
            started = true;
            return nodes;
        } finally {
            if (!started) {
                nodes.close();
            }
        }
    }

    /** All at a time, because each waits for the others. */
    private void start(int count, String metadata, List<String> flags) throws IOException {
        Path token = Files.createTempFile(folder, "cluster", ".token"); // closed to others
        Files.writeString(token, "the token of a cluster that is measured\n");
        ExecutorService threads = Executors.newFixedThreadPool(count);
        List<CompletableFuture<ChildProcess>> starting = new ArrayList<>();
        for (int node = 1; node <= count; node++) {
            String[] arguments = arguments(node, count, metadata, token);
            starting.add(CompletableFuture.supplyAsync(() -> start(flags, arguments), threads));
        }
        threads.shutdown();
        RuntimeException failure = null;
        for (CompletableFuture<ChildProcess> one : starting) {
            try {
                processes.add(one.join());
            } catch (CompletionException e) {
                failure = WukongsException.fatal("a node did not start: " + e.getCause());
            }
        }
        if (failure != null) {
            throw failure;
        }
        for (ChildProcess process : processes) {
            metrics.add(URI.create(process.said(HTTP).replaceAll("/$", "") + "/metrics"));
            List<StoreAddress> address = List.of(StoreAddress.parse(process.ready()));
            clients.add(StoreClient.connect(address, CONNECT));
        }
    }

    private ChildProcess start(List<String> flags, String... arguments) {
        try {
            return StoreProcess.start(folder, flags, 0, arguments);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String[] arguments(int node, int count, String metadata, Path token) {
        List<String> arguments = new ArrayList<>(List.of("--http", "0"));
        if (count > 1) {
            String all =
                    IntStream.rangeClosed(1, count)
                            .mapToObj(Integer::toString)
                            .collect(Collectors.joining(","));
            arguments.addAll(List.of("--cluster", "bench", "--node", Integer.toString(node)));
            arguments.addAll(List.of("--nodes", all, "--metadata", metadata));
            arguments.addAll(List.of("--cluster-token-file", token.toString()));
            arguments.addAll(List.of("--cluster-listen", "127.0.0.1:0", "--cluster-wait", "1m"));
            arguments.addAll(List.of("--cluster-fabric", fabric));
            if (shared != null) {
                arguments.addAll(List.of("--cluster-shared-dir", shared.path().toString()));
            }
        }
        return arguments.toArray(new String[0]);
    }

    /** Loads a file through the first node, by {@code wukongs load} in a process of its own. */
    void load(Path nTriples, List<String> flags) throws IOException {
        List<String> command =
                ChildProcess.java(
                        flags,
                        Wukongs.class,
                        "load",
                        "--store",
                        processes.get(0).ready(),
                        "--data",
                        nTriples);
        ChildProcess.run("load", folder, command, LOAD_MINUTES_MAX);
    }

    /** Clients, one of each node. */
    List<StoreClient> clients() {
        return clients;
    }

    /** CPU time of all nodes so far but that of their compilers, to some ms. */
    long cpuNs() {
        return processes.stream().mapToLong(ChildProcess::cpuNsWithoutCompilers).sum();
    }

    /** Where the first node listens for clients. */
    StoreAddress address() {
        return StoreAddress.parse(processes.get(0).ready());
    }

    /** Resident sets of all nodes. */
    long residentBytes() {
        return processes.stream().mapToLong(one -> ProcessMemory.residentBytes(one.pid())).sum();
    }

    /** What all nodes have asked each other so far. */
    PeerTraffic traffic() throws IOException {
        PeerTraffic sum = PeerTraffic.NONE;
        for (URI uri : metrics) {
            sum = sum.plus(PeerTraffic.of(get(uri)));
        }
        return sum;
    }

    private String get(URI uri) throws IOException {
        try {
            HttpRequest request = HttpRequest.newBuilder(uri).build();
            return http.send(request, HttpResponse.BodyHandlers.ofString()).body();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw WukongsException.retriable("interrupted while metrics are read");
        }
    }

    @Override
    public void close() {
        clients.forEach(StoreClient::close);
        processes.forEach(ChildProcess::kill); // what they have is of no use any longer
        processes.forEach(ChildProcess::close);
        if (shared != null) {
            shared.close();
        }
    }
}
