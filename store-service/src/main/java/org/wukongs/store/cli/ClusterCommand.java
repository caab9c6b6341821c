package org.wukongs.store.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import org.wukongs.client.StoreClient;
import org.wukongs.client.StoreStatus;
import org.wukongs.client.StoreStatus.JoiningNode;
import org.wukongs.client.StoreStatus.NodeSize;
import org.wukongs.client.StoreStatus.NodeStatus;
import org.wukongs.client.StoreStatus.ReplicaStatus;
import org.wukongs.error.WukongsException;
import org.wukongs.id.Vids;
import org.wukongs.store.cli.RemoteCommands.Remote;
import org.wukongs.store.http.ClusterJson;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code wukongs cluster}. */
@Command(
        name = "cluster",
        description = "Shows the nodes of a running cluster, and moves what they have.",
        subcommands = {
            ClusterCommand.Status.class,
            ClusterCommand.Move.class,
            ClusterAdd.class,
            ClusterDrain.class,
            ClusterRemove.class
        },
        mixinStandardHelpOptions = true)
final class ClusterCommand implements Runnable {

    /** Partitions that are one change: 1/64 of the graphs. */
    static final int PIECE = 16;

    private static final String NOT_KNOWN = "-";

    @Spec private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(), "cluster needs a command: status, move, add, drain or remove");
    }

    /** {@code wukongs cluster status}. */
    @Command(
            name = "status",
            description = "Shows state, progress and contents of each node; asks any one of them.",
            mixinStandardHelpOptions = true)
    static final class Status extends Remote {

        @Option(names = "--json", description = "Print JSON, as GET /cluster.")
        private boolean json;

        @Override
        void run(StoreClient client) {
            StoreStatus status = client.status();
            checkIsCluster(status);
            PrintWriter out = spec.commandLine().getOut();
            if (json) {
                out.println(ClusterJson.of(status));
                return;
            }
            print(NODE_HEADS, status.nodes().stream().map(ClusterCommand::row).toList());
            if (!status.joining().isEmpty()) {
                print(JOINING_HEADS, status.joining().stream().map(ClusterCommand::row).toList());
            }
            List<String[]> streams = new ArrayList<>();
            for (NodeStatus node : status.nodes()) {
                for (String stream : node.streams()) {
                    streams.add(new String[] {stream, Integer.toString(node.node())});
                }
            }
            if (!streams.isEmpty()) {
                streams.sort((one, other) -> one[0].compareTo(other[0]));
                print(List.of("stream", "home"), streams);
            }
            if (!status.replicas().isEmpty()) {
                print(REPLICA_HEADS, status.replicas().stream().map(ClusterCommand::row).toList());
            }
        }
    }

    /** {@code wukongs cluster move}. */
    @Command(
            name = "move",
            description =
                    "Moves vertex partitions to a node, with their triples and terms, some at a"
                            + " time, while everything else goes on. What a command that has failed"
                            + " has moved stays moved; the same command goes on with the rest.",
            mixinStandardHelpOptions = true)
    static final class Move extends Remote {

        @Option(
                names = "--partitions",
                required = true,
                paramLabel = "A[-B]",
                description = "The first and the last one, of 0 to 1023.")
        private String partitions;

        @Option(
                names = "--to",
                required = true,
                paramLabel = "NODE",
                description = "Number of the node that gets them.")
        private int to;

        @Override
        void run(StoreClient client) {
            String[] range = partitions.split("-", 2);
            int first = partition(range[0]);
            int last = range.length == 1 ? first : partition(range[1]);
            if (last < first) {
                throw new ParameterException(
                        spec.commandLine(), "--partitions: the last one is before the first one");
            }
            StoreStatus status = client.status();
            node(status, to); // there is one
            for (NodeStatus node : status.nodes()) {
                if (node.node() != to) {
                    move(node, first, last);
                }
            }
        }

        private int partition(String text) {
            try {
                int partition = Integer.parseInt(text.strip());
                if (partition >= 0 && partition < Vids.PARTITION_COUNT) {
                    return partition;
                }
            } catch (NumberFormatException e) {
                // said below
            }
            throw new ParameterException(
                    spec.commandLine(), "--partitions: not a vertex partition: " + text);
        }

        /** Lets a node move what it has of them. */
        private void move(NodeStatus node, int first, int last) {
            int moved = 0;
            try (StoreClient source = RemoteCommands.connect(node.clientAddress(), security)) {
                for (int from = first; from <= last; from += PIECE) {
                    moved += source.movePartitions(from, Math.min(last, from + PIECE - 1), to);
                }
            } finally {
                sayMoved(moved, node.node(), to, spec);
            }
        }
    }

    private static void checkIsCluster(StoreStatus status) {
        if (status.nodes().isEmpty()) {
            throw WukongsException.user("the store is one node, not a cluster");
        }
    }

    /** Returns the node of a number; USER error if there is none. */
    static NodeStatus node(StoreStatus status, int number) {
        checkIsCluster(status);
        return status.nodes().stream()
                .filter(node -> node.node() == number)
                .findFirst()
                .orElseThrow(
                        () ->
                                WukongsException.user(
                                        "there is no such node in the cluster: node=" + number));
    }

    /** Says what has moved, if anything has. */
    static void sayMoved(int count, int from, int to, CommandSpec spec) {
        if (count > 0) {
            spec.commandLine()
                    .getOut()
                    .printf("moved partitions: %d from=%d to=%d%n", count, from, to);
        }
    }

    static final List<String> NODE_HEADS =
            List.of(
                    "node",
                    "for clients",
                    "made snapshot",
                    "shown",
                    "turns behind",
                    "partitions",
                    "triples",
                    "graph memory",
                    "streams",
                    "queries",
                    "read by",
                    "state");

    static final List<String> JOINING_HEADS = List.of("joining node", "for clients", "state");

    /** The row of a node in a table of those that take no part yet. */
    static String[] row(JoiningNode node) {
        return new String[] {
            Integer.toString(node.node()),
            node.clientAddress(),
            node.failure().isEmpty()
                    ? "waits until all nodes and it reach each other"
                    : "not reachable: " + node.failure()
        };
    }

    static final List<String> REPLICA_HEADS =
            List.of("stream", "home", "copied to", "tuples", "size", "kept", "stable to", "state");

    /** The row of a copied stream in a table of these. */
    static String[] row(ReplicaStatus replica) {
        return new String[] {
            replica.stream(),
            Integer.toString(replica.home()),
            Integer.toString(replica.node()),
            Long.toString(replica.tupleCount()),
            HumanNumber.bytes(replica.byteCount()),
            Long.toString(replica.retainedTupleCount()),
            RemoteCommands.Streams.stable(replica.stableMs()),
            replica.failure().isEmpty() ? "ok" : replica.failure()
        };
    }

    /** The row of a node in a table of nodes. */
    static String[] row(NodeStatus node) {
        NodeSize size = node.size();
        String state = node.failure().isEmpty() ? "ok" : "not reachable: " + node.failure();
        return new String[] {
            Integer.toString(node.node()),
            node.clientAddress(),
            Long.toString(node.madeSnapshot()),
            size == null ? NOT_KNOWN : Long.toString(size.stableSnapshot()),
            Long.toString(node.turnsBehind()),
            Integer.toString(node.partitionCount()),
            size == null ? NOT_KNOWN : Long.toString(size.tripleCount()),
            size == null ? NOT_KNOWN : HumanNumber.bytes(size.memoryBytes()),
            Integer.toString(node.streams().size()),
            size == null ? NOT_KNOWN : Integer.toString(size.queryCount()),
            node.fabric(),
            state
        };
    }
}
