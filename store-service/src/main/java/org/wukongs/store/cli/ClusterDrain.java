package org.wukongs.store.cli;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.wukongs.client.HomeSubject;
import org.wukongs.client.StoreAddress;
import org.wukongs.client.StoreClient;
import org.wukongs.client.StoreStatus;
import org.wukongs.client.StoreStatus.NodeStatus;
import org.wukongs.error.WukongsException;
import org.wukongs.id.Vids;
import org.wukongs.store.cli.RemoteCommands.Remote;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code wukongs cluster drain}. */
@Command(
        name = "drain",
        description =
                "Moves all streams and queries of a node to another one, and then all its vertex"
                        + " partitions to the others, evenly, with their triples and terms, some at"
                        + " a time, while everything else goes on. What a command that has failed"
                        + " has moved stays moved; the same command goes on with the rest.",
        mixinStandardHelpOptions = true)
final class ClusterDrain extends Remote {

    @Option(
            names = "--node",
            required = true,
            paramLabel = "NODE",
            description = "Number of the node that gives them.")
    private int number;

    @Override
    void run(StoreClient client) {
        StoreStatus status = client.status();
        NodeStatus node = ClusterCommand.node(status, number);
        if (status.nodes().size() == 1) {
            throw WukongsException.user("there is no other node in the cluster: node=" + number);
        }
        if (!node.failure().isEmpty()) {
            throw WukongsException.retriable(
                    "the node does not answer: node=" + number + " reason=" + node.failure());
        }
        List<String> queries = queriesAt(node, client, status);
        if (!node.streams().isEmpty() || !queries.isEmpty()) {
            moveHomes(node, queries.size(), status);
        }
        drain(node, status);
    }

    private static List<String> queriesAt(NodeStatus node, StoreClient client, StoreStatus status) {
        List<String> names = status.queries().stream().map(query -> query.name()).toList();
        List<String> here = new ArrayList<>();
        StoreAddress address = StoreAddress.parse(node.clientAddress());
        List<StoreAddress> homes = client.homes(names.stream().map(HomeSubject::query).toList());
        for (int i = 0; i < names.size(); i++) {
            if (homes.get(i).equals(address)) {
                here.add(names.get(i));
            }
        }
        return here;
    }

    /** Gives streams and queries to the node with the fewest partitions that can take them. */
    private void moveHomes(NodeStatus node, int queryCount, StoreStatus status) {
        List<NodeStatus> others =
                status.nodes().stream()
                        .filter(other -> other.node() != number)
                        .sorted(Comparator.comparingInt(NodeStatus::partitionCount))
                        .toList();
        WukongsException reason = null;
        try (StoreClient source = RemoteCommands.connect(node.clientAddress(), security)) {
            for (NodeStatus to : others) {
                try {
                    source.moveHomes(to.node());
                    spec.commandLine()
                            .getOut()
                            .printf(
                                    "moved streams: %d queries: %d from=%d to=%d%n",
                                    node.streams().size(), queryCount, number, to.node());
                    return;
                } catch (WukongsException e) {
                    reason = e; // another one may do
                }
            }
        }
        throw reason;
    }

    /** Gives each piece to the node that has the fewest partitions then. */
    private void drain(NodeStatus node, StoreStatus status) {
        Map<Integer, Integer> counts = new TreeMap<>(); // by number of the other nodes
        for (NodeStatus other : status.nodes()) {
            if (other.node() != number) {
                counts.put(other.node(), other.partitionCount());
            }
        }
        Map<Integer, Integer> moved = new TreeMap<>();
        try (StoreClient source = RemoteCommands.connect(node.clientAddress(), security)) {
            for (int from = 0; from < Vids.PARTITION_COUNT; from += ClusterCommand.PIECE) {
                int to = fewest(counts);
                int given = source.movePartitions(from, from + ClusterCommand.PIECE - 1, to);
                counts.merge(to, given, Integer::sum);
                moved.merge(to, given, Integer::sum);
            }
        } finally {
            moved.forEach((to, count) -> ClusterCommand.sayMoved(count, number, to, spec));
        }
    }

    private static int fewest(Map<Integer, Integer> counts) {
        int fewest = -1;
        for (Map.Entry<Integer, Integer> each : counts.entrySet()) {
            if (fewest < 0 || each.getValue() < counts.get(fewest)) {
                fewest = each.getKey();
            }
        }
        return fewest;
    }
}
