package org.wukongs.store.checkpoint;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.wukongs.store.graph.HalfMentionsCut;
import org.wukongs.store.history.NodeRecord;

/**
 * What a node of a cluster has besides, at the moment of a cut.
 *
 * @param mentions by graph, what keeps its halves
 * @param staged the parts of the changes of all nodes that wait for their turn at this one, as the
 *     log has them (STAGE, STAGE_MOVE, STAGE_HOMES), made into records one after the other when
 *     they are written
 * @param replicas copies of streams, at this node and of its own at others
 * @param agreed what all nodes have agreed on up to some place before the cut, as {@link
 *     DataDirectory#agreed} gives it back; null to have a start read all of that from its log
 */
public record ClusterCut(
        Head head,
        Map<String, HalfMentionsCut> mentions,
        Supplier<Iterator<NodeRecord>> staged,
        ReplicasCut replicas,
        byte[] agreed) {

    public ClusterCut {
        mentions = new TreeMap<>(mentions); // equal cuts are written alike
    }

    /**
     * What is small.
     *
     * @param firstChanges of each node, the number of its first change that may get a turn
     * @param waiting turns that were told and are not made, in order; a turn 0 says that a node's
     *     changes begin with that number
     * @param made the newest changes that are made, oldest first
     * @param batches by stream, the newest batch that a plan of this node has brought to graphs
     */
    public record Head(
            long[] firstChanges,
            List<NodeRecord.Turn> waiting,
            List<Made> made,
            Map<String, Long> batches) {

        public Head {
            waiting = List.copyOf(waiting);
            made = List.copyOf(made);
            batches = new TreeMap<>(batches);
        }
    }

    /**
     * A change that is made.
     *
     * @param turn its turn
     * @param added triples that were new at this node
     * @param removed triples that were there
     * @param createsGraph whether some graph did not exist before
     */
    public record Made(NodeRecord.Turn turn, long added, long removed, boolean createsGraph) {}
}
