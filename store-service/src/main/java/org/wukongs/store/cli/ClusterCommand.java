package org.wukongs.store.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import org.wukongs.client.StoreClient;
import org.wukongs.client.StoreStatus;
import org.wukongs.client.StoreStatus.NodeSize;
import org.wukongs.client.StoreStatus.NodeStatus;
import org.wukongs.error.WukongsException;
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
        description = "Shows the nodes of a running cluster.",
        subcommands = ClusterCommand.Status.class,
        mixinStandardHelpOptions = true)
final class ClusterCommand implements Runnable {

    private static final String NOT_KNOWN = "-";

    @Spec private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "cluster needs a command: status");
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
            if (status.nodes().isEmpty()) {
                throw WukongsException.user("the store is one node, not a cluster");
            }
            PrintWriter out = spec.commandLine().getOut();
            if (json) {
                out.println(ClusterJson.of(status));
                return;
            }
            print(NODE_HEADS, status.nodes().stream().map(ClusterCommand::row).toList());
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
                    "graph bytes",
                    "streams",
                    "queries",
                    "read by",
                    "state");

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
            size == null ? NOT_KNOWN : Long.toString(size.memoryBytes()),
            Integer.toString(node.streams().size()),
            size == null ? NOT_KNOWN : Integer.toString(size.queryCount()),
            node.fabric(),
            state
        };
    }
}
