package org.wukongs.store.node;

import org.wukongs.store.history.NodeRecord;
import org.wukongs.store.progress.Coordinator;
import org.wukongs.store.progress.IntakePoint;

/**
 * Does again what a log says, in its order, with a node that was empty or restored from the log's
 * checkpoint. Decisions that the node made by itself, such as plans, are made when the log says,
 * and compared with it. The thread that owns the node, which records nothing meanwhile.
 */
final class NodeReplay {

    private final StoreNode node;
    private final Coordinator coordinator;
    private final RecordedTriples triples = new RecordedTriples();
    private long newestCheckpoint;

    NodeReplay(StoreNode node) {
        this.node = node;
        this.coordinator = node.coordinator();
    }

    /**
     * Does what a record says.
     *
     * @throws RuntimeException if that is not possible
     */
    void apply(NodeRecord record) {
        switch (record.type()) {
            case START -> start(((NodeRecord.Start) record).number());
            case OPEN_WRITER, MESSAGE, OWN_TUPLES, CLOSE, IDLE, INTAKE -> applyToWriter(record);
            case REGISTER_STREAM ->
                    node.streams().register(((NodeRecord.RegisterStream) record).stream());
            case DROP_STREAM -> node.dropStream(((NodeRecord.DropStream) record).stream());
            case CLOSE_IDLE -> {
                NodeRecord.CloseIdle close = (NodeRecord.CloseIdle) record;
                coordinator.closeIdleUpTo(close.stream(), close.batch());
            }
            case PLAN -> node.injection().again((NodeRecord.Plan) record);
            case RECLAIM -> {
                NodeRecord.Reclaim reclaim = (NodeRecord.Reclaim) record;
                node.streams().state(reclaim.stream()).index().reclaimBelowMs(reclaim.beforeMs());
            }
            case REGISTER_QUERY -> node.registerQuery(((NodeRecord.RegisterQuery) record).text());
            case UNREGISTER_QUERY ->
                    node.continuous().unregister(((NodeRecord.UnregisterQuery) record).name());
            case RELEASE -> {
                NodeRecord.Release release = (NodeRecord.Release) record;
                node.continuous().readers().release(release.reader(), release.windowEndMs());
            }
            case DROP_READER ->
                    node.continuous().readers().detach(((NodeRecord.DropReader) record).reader());
            case PLACE_READER, LOSE_WINDOWS, DERIVED -> node.continuous().again(record);
            case PUT_ENTRY, REPLACE_ENTRY, REMOVE_ENTRY ->
                    expect(node.catalogEntries().change(record), record);
            case TRIPLES -> triples.add((NodeRecord.Triples) record);
            case LOAD -> {
                NodeRecord.Load load = (NodeRecord.Load) record;
                node.loader().again(load, triples.take(load.graph(), false));
            }
            case UPDATE -> node.updater().again((NodeRecord.Update) record, triples);
            case TOGETHER -> ((NodeRecord.Together) record).records().forEach(this::apply);
            case CHECKPOINT -> newestCheckpoint = ((NodeRecord.Checkpoint) record).number();
            case STAGE,
                    STAGE_MOVE,
                    STAGE_HOMES,
                    ADOPT_HOMES,
                    DROP_HOMES,
                    ENTER,
                    UNSTAGE,
                    HAND_ON,
                    TURN,
                    BEGIN_REPLICA,
                    END_REPLICA,
                    REPLICA_READER ->
                    applyToCluster(record);
            case TERMS, RECLAIMED, PREDICATES, LAST_TERM, OTHER_TERMS ->
                    throw new IllegalArgumentException("not a change: type=" + record.type());
        }
    }

    /** Returns the newest checkpoint whose terms the log has; 0 if it named none. */
    long newestCheckpoint() {
        return newestCheckpoint;
    }

    /** Begins the start that follows what the log has. */
    void start(long number) {
        triples.clear();
        node.beginStart(number);
    }

    private void applyToCluster(NodeRecord record) {
        if (node.turns() == null) {
            throw new IllegalStateException("the log is that of a node of a cluster");
        }
        switch (record.type()) {
            case STAGE, STAGE_MOVE, STAGE_HOMES ->
                    node.served().staged().stageAgain(KeptChanges.part(record));
            case UNSTAGE -> {
                NodeRecord.Unstage unstage = (NodeRecord.Unstage) record;
                node.served().staged().dropAgain(unstage.node(), unstage.change());
            }
            case ADOPT_HOMES -> node.homes().adoptAgain((NodeRecord.AdoptHomes) record);
            case DROP_HOMES -> node.homes().dropAgain((NodeRecord.DropHomes) record);
            case HAND_ON -> node.turns().again((NodeRecord.HandOn) record);
            case TURN -> {
                node.turns().again((NodeRecord.Turn) record);
                node.injection().againMade();
            }
            case ENTER -> node.turns().enterAgain((NodeRecord.Enter) record);
            case BEGIN_REPLICA -> node.replicas().beginAgain((NodeRecord.BeginReplica) record);
            case END_REPLICA -> node.replicas().endAgain((NodeRecord.EndReplica) record);
            case REPLICA_READER -> node.replicaReaders().again((NodeRecord.ReplicaReader) record);
            default -> throw new IllegalArgumentException("not of a cluster: " + record.type());
        }
    }

    private void applyToWriter(NodeRecord record) {
        StreamWriters writers = node.writers();
        switch (record.type()) {
            case OPEN_WRITER -> open((NodeRecord.OpenWriter) record);
            case MESSAGE -> writers.again((NodeRecord.Message) record);
            case OWN_TUPLES -> writers.again((NodeRecord.OwnTuples) record);
            case CLOSE -> {
                NodeRecord.Close close = (NodeRecord.Close) record;
                coordinator.progress(close.stream()).check(close.epoch());
                coordinator.closeUpTo(close.stream(), close.writer(), close.batch());
            }
            case IDLE -> {
                NodeRecord.Idle idle = (NodeRecord.Idle) record;
                coordinator.progress(idle.stream()).check(idle.epoch());
                coordinator.markIdle(idle.stream(), idle.writer());
            }
            case INTAKE -> {
                NodeRecord.Intake intake = (NodeRecord.Intake) record;
                writers.taken(
                        intake.stream(), new IntakePoint(intake.sequence(), intake.newestMs()));
            }
            default -> throw new IllegalArgumentException("not of a writer: " + record.type());
        }
    }

    private void open(NodeRecord.OpenWriter open) {
        // What was closed before it is in the plans that the log has before it.
        long epoch = coordinator.open(open.writer(), open.origin());
        if (epoch != open.epoch()) {
            throw new IllegalStateException(
                    "a writer gets another epoch than the log says: logged="
                            + open.epoch()
                            + " now="
                            + epoch);
        }
        node.opened(open.writer().stream(), epoch);
    }

    private static void expect(boolean done, NodeRecord record) {
        if (!done) {
            throw new IllegalStateException(
                    "a change cannot be made again, give the store at least the memory that it had:"
                            + " type="
                            + record.type());
        }
    }
}
