package org.wukongs.store.cli;

import java.util.ArrayList;
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
                "Moves all vertex partitions of a node to the others, evenly, with their triples and"
                        + " terms, some at a time, while everything else goes on. The node may not"
                        + " be the home of streams or queries. What a command that has failed has"
                        + " moved stays moved; the same command goes on with the rest.",
        mixinStandardHelpOptions = true)
final class ClusterDrain extends Remote {

    /** Names of each kind that an error has. */
    private static final int NAMED_MAX = 5;

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
        checkIsNoHome(node, queriesAt(node, client, status));
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

    private static void checkIsNoHome(NodeStatus node, List<String> queries) {
        if (!node.streams().isEmpty() || !queries.isEmpty()) {
            throw WukongsException.user(
                    "the node is the home of streams or queries, which do not move: unregister"
                            + " the queries, drop the streams, and register them anew at another"
                            + " node (--store): node="
                            + node.node()
                            + " streams="
                            + some(node.streams())
                            + " queries="
                            + some(queries));
        }
    }

    private static String some(List<String> names) {
        int more = names.size() - NAMED_MAX;
        return names.stream().limit(NAMED_MAX).toList()
                + (more > 0 ? " and " + more + " more" : "");
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
