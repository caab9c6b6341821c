package org.wukongs.store.cli;

import org.wukongs.client.StoreClient;
import org.wukongs.client.StoreStatus;
import org.wukongs.client.StoreStatus.JoiningNode;
import org.wukongs.client.StoreStatus.NodeStatus;
import org.wukongs.error.WukongsException;
import org.wukongs.store.cli.RemoteCommands.Remote;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code wukongs cluster remove}. */
@Command(
        name = "remove",
        description =
                "Removes a node from the cluster, for good: it ends if it runs, and its number is"
                        + " not given to another node. It may not have vertex partitions (see"
                        + " drain), streams or queries, and may be dead. A node that has joined and"
                        + " takes no part yet is forgotten.",
        mixinStandardHelpOptions = true)
final class ClusterRemove extends Remote {

    @Option(
            names = "--node",
            required = true,
            paramLabel = "NODE",
            description = "Number of the node.")
    private int number;

    @Override
    void run(StoreClient client) {
        String address = addressOfAnother(client.status());
        try (StoreClient other = RemoteCommands.connect(address, security)) {
            other.removeNode(number);
        }
        spec.commandLine().getOut().println("removed node " + number);
    }

    /** A node is removed by another one, because it ends. */
    private String addressOfAnother(StoreStatus status) {
        boolean isJoining = status.joining().stream().map(JoiningNode::node).anyMatch(this::isIt);
        if (!isJoining) {
            ClusterCommand.node(status, number); // there is one
        }
        return status.nodes().stream()
                .filter(node -> !isIt(node.node()) && node.failure().isEmpty())
                .findFirst()
                .map(NodeStatus::clientAddress)
                .orElseThrow(
                        () ->
                                WukongsException.retriable(
                                        "no other node of the cluster answers: node=" + number));
    }

    private boolean isIt(int node) {
        return node == number;
    }
}
