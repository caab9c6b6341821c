package org.wukongs.store.server;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.wukongs.client.StoreStatus;
import org.wukongs.client.StoreStatus.NodeStatus;
import org.wukongs.client.StoreStatus.QueryStatus;
import org.wukongs.client.StoreStatus.ReplicaStatus;
import org.wukongs.client.StoreStatus.StreamStatus;
import org.wukongs.store.server.OtherServers.Answer;

/** Puts together what the servers of a cluster say of themselves. */
final class ClusterStatus {

    private ClusterStatus() {}

    /**
     * Returns the status of a node with streams, queries and triples of the others.
     *
     * @param own status of the node, with all nodes as it sees them
     * @param others answers of other nodes; there may be none of a node that has just entered
     */
    static StoreStatus of(StoreStatus own, List<Answer<StoreStatus>> others) {
        List<StreamStatus> streams = new ArrayList<>(own.streams());
        List<ReplicaStatus> replicas = new ArrayList<>(own.replicas());
        List<QueryStatus> queries = new ArrayList<>(own.queries());
        List<NodeStatus> nodes = new ArrayList<>();
        long tripleCount = own.storedTripleCount();
        for (NodeStatus node : own.nodes()) {
            if (node.self()) {
                nodes.add(node);
                continue;
            }
            Answer<StoreStatus> answer = answer(node.node(), others);
            nodes.add(seen(node, answer));
            if (answer.isThere()) {
                streams.addAll(answer.value().streams());
                queries.addAll(answer.value().queries());
                replicas.addAll(answer.value().replicas());
                tripleCount += answer.value().storedTripleCount();
            }
        }
        return new StoreStatus(
                own.stableSnapshot(),
                tripleCount,
                own.restored(),
                sorted(streams, StreamStatus::name),
                sorted(queries, QueryStatus::name),
                own.changelogs(),
                own.log(),
                own.copy(),
                nodes,
                own.joining(),
                sorted(replicas, ReplicaStatus::stream));
    }

    private static Answer<StoreStatus> answer(int node, List<Answer<StoreStatus>> others) {
        return others.stream()
                .filter(answer -> answer.node() == node)
                .findFirst()
                .orElseGet(() -> new Answer<>(node, null, "it was not asked yet"));
    }

    private static <T> List<T> sorted(List<T> all, Function<T, String> name) {
        all.sort(Comparator.comparing(name));
        return all;
    }

    /** Another node as its own answer says, as far as there is one. */
    private static NodeStatus seen(NodeStatus node, Answer<StoreStatus> answer) {
        if (!answer.isThere()) {
            return node.answered(
                    node.failure().isEmpty() ? answer.failure() : node.failure(), null);
        }
        for (NodeStatus own : answer.value().nodes()) {
            if (own.self()) {
                return node.answered("", own.size()).atSnapshot(own.madeSnapshot());
            }
        }
        return node.answered("it says nothing of itself", null);
    }
}
