package org.wukongs.store.cluster;

import java.nio.BufferUnderflowException;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.error.WukongsException.Reason;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.graph.StoredGraphs;
import org.wukongs.wire.Codecs;
import org.wukongs.wire.FrameDescriptor;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/**
 * What a node does for the other nodes of its cluster: answers requests for its part of graphs and
 * terms. Nothing in a request is trusted. Any thread.
 */
public final class ServedNode implements Answering {

    private final Members members;
    private final StoredGraphs stored;
    private final ServedSnapshots snapshots;
    private final ServedTerms terms;
    private final ServedLoads loads;
    private final LoadTurn turn = new LoadTurn();

    /**
     * @param stored this node's part of the graphs
     * @param dictionary terms of all nodes, of which this node's are served
     * @param target where halves go that other nodes load
     * @param stagedBytesMax memory of halves that wait until all of a load are there
     */
    public ServedNode(
            Members members,
            StoredGraphs stored,
            TermDictionary dictionary,
            HalvesTarget target,
            long stagedBytesMax) {
        this.members = members;
        this.stored = stored;
        this.terms = new ServedTerms(members, dictionary);
        this.loads = new ServedLoads(members, dictionary, target, stagedBytesMax);
        this.snapshots = new ServedSnapshots(stored.memory().epochs(), members.count());
    }

    /**
     * Returns what loads triples into the graphs of all nodes.
     *
     * @param own where this node's halves go
     */
    public PartitionedLoads loads(HalvesTarget own) {
        return new PartitionedLoads(members, own, this::publishedSnapshot, turn);
    }

    private long publishedSnapshot() {
        return stored.memory().publishedSnapshot();
    }

    @Override
    public void ended(int node) {
        loads.begin(node);
        turn.end(node);
    }

    @Override
    public void answer(int node, WireReader request, WireWriter answer) {
        try {
            answer.begin(FrameDescriptor.REPLY_OK);
            answerOk(node, request, answer);
            if (request.hasRemaining()) {
                throw WukongsException.user("a request between nodes is too long");
            }
        } catch (BufferUnderflowException e) {
            refuse(WukongsException.user("a request between nodes is too short"), answer);
        } catch (WukongsException e) {
            refuse(e, answer);
        }
    }

    @Override
    public boolean isShort(WireReader request) {
        int type = request.type();
        return type == PeerMessage.READ.code()
                || type == PeerMessage.FIND_TERMS.code()
                || type == PeerMessage.TEXTS.code();
    }

    private static void refuse(WukongsException failure, WireWriter answer) {
        Category category = failure.category();
        Reason reason = failure.reason();
        answer.begin(FrameDescriptor.REPLY_ERROR);
        Codecs.put(category, reason, failure.getMessage(), answer);
    }

    private void answerOk(int node, WireReader request, WireWriter answer) {
        switch (PeerMessage.of(request.type())) {
            case READ -> read(StepRequest.decode(request, members::isOwn), answer);
            case HOLD -> {
                long sn = request.getLong();
                answer.putBoolean(snapshots.hold(node, sn, request.getLong()));
            }
            case FIND_TERMS -> terms.find(request, false, answer);
            case GIVE_IDS -> terms.find(request, true, answer);
            case TEXTS -> terms.texts(request, answer);
            case STAGE -> loads.stage(node, request);
            case ADD_STAGED -> loads.addStaged(node, request, answer);
            case TAKE_TURN -> answer.putBoolean(turn().take(node));
            case END_TURN -> {
                turn().end(node);
                answer.putBoolean(true);
            }
            case BEGIN_LOAD -> {
                loads.begin(node);
                answer.putLong(publishedSnapshot());
            }
        }
    }

    private LoadTurn turn() {
        if (members.self() != PartitionedLoads.FIRST) {
            throw WukongsException.user("another node gives the turn to load");
        }
        return turn;
    }

    private void read(StepRequest request, WireWriter answer) {
        snapshots.begin(request.sn());
        try {
            ServedReads.answer(request, stored.at(request.sn()).graph(request.graph()), answer);
        } finally {
            snapshots.end(request.sn());
        }
    }
}
