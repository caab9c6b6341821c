package org.wukongs.store.cli;

import org.wukongs.client.StoreClient;
import org.wukongs.client.StoreStatus;
import org.wukongs.client.StoreStatus.NodeStatus;
import org.wukongs.id.Vids;
import org.wukongs.store.cli.RemoteCommands.Remote;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code wukongs cluster add}. */
@Command(
        name = "add",
        description =
                "Gives a node, which has joined with `store --join`, its share of the vertex"
                        + " partitions, from the nodes that have more than theirs, some at a time,"
                        + " while everything else goes on. What a command that has failed has moved"
                        + " stays moved; the same command goes on with the rest.",
        mixinStandardHelpOptions = true)
final class ClusterAdd extends Remote {

    @Option(
            names = "--node",
            required = true,
            paramLabel = "NODE",
            description = "Number of the node that gets them.")
    private int number;

    @Override
    void run(StoreClient client) {
        StoreStatus status = client.status();
        int nodeCount = status.nodes().size();
        int left =
                Vids.PARTITION_COUNT / nodeCount
                        - ClusterCommand.node(status, number).partitionCount();
        int shareMax = (Vids.PARTITION_COUNT + nodeCount - 1) / nodeCount;
        for (NodeStatus node : status.nodes()) {
            int more = node.node() == number ? 0 : node.partitionCount() - shareMax;
            if (Math.min(more, left) > 0) {
                left -= move(node, Math.min(more, left));
            }
        }
    }

    /** Lets a node give so many of its partitions, or all; returns how many it has given. */
    private int move(NodeStatus node, int count) {
        int moved = 0;
        try (StoreClient source = RemoteCommands.connect(node.clientAddress(), security)) {
            int from = 0;
            while (moved < count && from < Vids.PARTITION_COUNT) {
                int piece = Math.min(ClusterCommand.PIECE, count - moved);
                int end = Math.min(Vids.PARTITION_COUNT, from + piece);
                moved += source.movePartitions(from, end - 1, number);
                from = end;
            }
        } finally {
            ClusterCommand.sayMoved(moved, node.node(), number, spec);
        }
        return moved;
    }
}
