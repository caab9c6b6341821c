package org.wukongs.store.cli;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.wukongs.store.cluster.FabricOptions;
import org.wukongs.store.graph.SharedMemoryOptions;
import org.wukongs.store.metadata.MetadataLogs;
import org.wukongs.store.metadata.ReplicaOptions;
import org.wukongs.store.peer.ClusterToken;
import org.wukongs.store.peer.PeerLimits;
import org.wukongs.store.server.ClusterSettings;
import picocli.CommandLine.Option;

/** Options of {@code store} for a node of a cluster. */
final class ClusterOptions {

    private static final Path SHARED_DIRECTORY_DEFAULT = Path.of("/dev/shm");

    @Option(
            names = "--cluster",
            paramLabel = "NAME",
            description = {
                "Run one node of this cluster, whose nodes hold the stored graphs together (default:"
                        + " a store of one node). With --data-dir, a node that has ended comes"
                        + " back when it is started again. Without it, all that it has is in"
                        + " memory: it cannot come back, and the cluster has to be founded anew,"
                        + " with another metadata log. Checkpoints and --dictionary-dir"
                        + " need a store of one node."
            })
    private String cluster; // null for none

    @Option(
            names = "--node",
            paramLabel = "N",
            description = "Number of this node, one of --nodes, or another one with --join.")
    private Integer node;

    @Option(
            names = "--nodes",
            paramLabel = "N",
            split = ",",
            description =
                    "Numbers of the nodes that found the cluster, the same list at each node, also"
                            + " at one that has joined later.")
    private List<Integer> nodes = List.of();

    @Option(
            names = "--join",
            description = {
                "Join a cluster that runs, as a node that is none of --nodes. Once all nodes and"
                        + " this one reach each other, it takes part in all changes, with no vertex"
                        + " partitions at first: `cluster add` gives it some. Needed at each later"
                        + " start, too."
            })
    private boolean joins;

    @Option(
            names = "--metadata",
            paramLabel = "URI",
            description =
                    "Log of what the nodes agree on: kafka://HOST:PORT[,HOST:PORT...]/TOPIC, a topic"
                            + " of this cluster's own.")
    private URI metadata;

    @Option(
            names = "--cluster-token-file",
            paramLabel = "FILE",
            description =
                    "File with a secret of 16 bytes or more, the same for all nodes, by which they"
                            + " know each other.")
    private Path tokenFile;

    @Option(
            names = "--cluster-listen",
            paramLabel = "HOST:PORT",
            description =
                    "Where this node listens for the other nodes, by the name or address at which"
                            + " they reach it; port 0 for any free one.")
    private String listen;

    @Option(
            names = "--cluster-wait",
            paramLabel = "DURATION",
            converter = DurationMs.class,
            description = "How long a start waits until all nodes are there (default 5m).")
    private Long waitMs; // null for the default

    @Option(
            names = "--cluster-fabric",
            paramLabel = "tcp|shm|verbs|auto",
            description = {
                "What carries this node's reads of other nodes' graphs: tcp, messages; shm, the other"
                        + " nodes' memory itself, which has to be on the same host and shared; verbs,"
                        + " their memory over RDMA; auto, the memory of those nodes that share it"
                        + " here, else over RDMA, else messages (default tcp). With all but tcp, this"
                        + " node shares its own memory."
            })
    private String fabric; // null for the default

    @Option(
            names = "--cluster-rdma-host",
            paramLabel = "HOST",
            description =
                    "Name or IPv4 address of this node's RDMA device, with --cluster-fabric verbs or"
                            + " auto (default: that of --cluster-listen). RDMA is not encrypted and"
                            + " needs --insecure.")
    private String rdmaHost; // null for the default

    @Option(
            names = "--cluster-shared-dir",
            paramLabel = "DIR",
            description =
                    "Directory in memory, the same for all nodes of the host, in which each shares"
                            + " the memory of its stored graphs in a folder of its own (default"
                            + " /dev/shm). It needs room for --store-memory of each.")
    private Path sharedDirectory; // null for the default

    /**
     * Checks the options.
     *
     * @param ofOneNode options that were given and that a node of a cluster does not have
     */
    void checkBounds(List<String> ofOneNode) {
        if (cluster == null) {
            if (!given().isEmpty()) {
                throw new WrongUsageException(
                        String.join(", ", given()) + ": only with --cluster NAME");
            }
            return;
        }
        List<String> missing =
                new ArrayList<>(
                        List.of(
                                "--node",
                                "--nodes",
                                "--metadata",
                                "--cluster-token-file",
                                "--cluster-listen"));
        missing.removeAll(given());
        if (!missing.isEmpty()) {
            throw new WrongUsageException("--cluster NAME needs " + String.join(", ", missing));
        }
        if (!ofOneNode.isEmpty()) {
            throw new WrongUsageException(
                    "a node of a cluster must not lose what it has promised to others, start"
                            + " without "
                            + String.join(", ", ofOneNode));
        }
        fabricKind();
        if (sharedDirectory != null && fabricKind() == FabricOptions.Kind.TCP) {
            throw new WrongUsageException(
                    "--cluster-shared-dir: only with --cluster-fabric shm, verbs or auto");
        }
        if (rdmaHost != null && !fabricKind().readsOverNetwork()) {
            throw new WrongUsageException(
                    "--cluster-rdma-host: only with --cluster-fabric verbs or auto");
        }
        if (waitMs != null) {
            OptionBounds.check("--cluster-wait", waitMs, 1, OptionBounds.TIME_MS_MAX);
        }
    }

    private List<String> given() {
        List<String> given = new ArrayList<>();
        addGiven(given, "--node", node != null);
        addGiven(given, "--nodes", !nodes.isEmpty());
        addGiven(given, "--join", joins);
        addGiven(given, "--metadata", metadata != null);
        addGiven(given, "--cluster-token-file", tokenFile != null);
        addGiven(given, "--cluster-listen", listen != null);
        addGiven(given, "--cluster-wait", waitMs != null);
        addGiven(given, "--cluster-fabric", fabric != null);
        addGiven(given, "--cluster-rdma-host", rdmaHost != null);
        addGiven(given, "--cluster-shared-dir", sharedDirectory != null);
        return given;
    }

    static void addGiven(List<String> given, String option, boolean isGiven) {
        if (isGiven) {
            given.add(option);
        }
    }

    /**
     * Throws if the options demand what is never encrypted.
     *
     * @param isPlainAllowed whether networks may be trusted
     */
    void checkEncryption(boolean isPlainAllowed) {
        boolean demands = fabricKind() == FabricOptions.Kind.VERBS || rdmaHost != null;
        if (cluster != null && demands && !isPlainAllowed) {
            throw new WrongUsageException(
                    "reads over RDMA are not encrypted: give --insecure if its network is trusted");
        }
    }

    /**
     * Returns the cluster of the node, null for a node of its own.
     *
     * @param isPlainAllowed whether networks may be trusted
     */
    ClusterSettings settings(boolean isPlainAllowed) {
        if (cluster == null) {
            return null;
        }
        int colon = listen.lastIndexOf(':');
        return new ClusterSettings(
                cluster,
                node,
                nodes,
                joins,
                from -> MetadataLogs.open(metadata, from),
                ClusterToken.read(tokenFile),
                listen.substring(0, Math.max(0, colon)),
                port(listen.substring(colon + 1)),
                PeerLimits.DEFAULT,
                ReplicaOptions.DEFAULT,
                fabricOptions(isPlainAllowed),
                waitMs == null
                        ? ClusterSettings.START_NS_DEFAULT
                        : TimeUnit.MILLISECONDS.toNanos(waitMs));
    }

    /** Returns the host at which this node listens for others; null for a node of its own. */
    String listenHost() {
        int colon = cluster == null || listen == null ? -1 : listen.lastIndexOf(':');
        return colon <= 0 ? null : listen.substring(0, colon);
    }

    private FabricOptions fabricOptions(boolean isPlainAllowed) {
        FabricOptions.Kind kind = fabricKind();
        if (kind == FabricOptions.Kind.TCP) {
            return FabricOptions.TCP;
        }
        Path directory = sharedDirectory == null ? SHARED_DIRECTORY_DEFAULT : sharedDirectory;
        String device = rdmaHost == null ? listenHost() : rdmaHost;
        return new FabricOptions(
                kind,
                new SharedMemoryOptions(directory, cluster, node),
                isPlainAllowed && kind.readsOverNetwork() ? device : null);
    }

    private FabricOptions.Kind fabricKind() {
        if (fabric == null) {
            return FabricOptions.Kind.TCP;
        }
        for (FabricOptions.Kind kind : FabricOptions.Kind.values()) {
            if (kind.text().equals(fabric)) {
                return kind;
            }
        }
        throw new WrongUsageException(
                "--cluster-fabric is tcp, shm, verbs or auto: fabric=" + fabric);
    }

    private int port(String text) {
        try {
            int port = Integer.parseInt(text);
            if (port >= 0 && port < 1 << 16 && listen.indexOf(':') > 0) {
                return port;
            }
        } catch (NumberFormatException e) {
            // Reported below, with the whole text.
        }
        throw new WrongUsageException("--cluster-listen is HOST:PORT: address=" + listen);
    }
}
