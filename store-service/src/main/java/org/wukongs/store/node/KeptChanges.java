package org.wukongs.store.node;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import org.wukongs.error.WukongsException;
import org.wukongs.store.cluster.ChangeKeeper;
import org.wukongs.store.cluster.GraphHalves;
import org.wukongs.store.cluster.MovedHomes;
import org.wukongs.store.cluster.MovedMentions;
import org.wukongs.store.graph.DueMentions;
import org.wukongs.store.graph.GraphExistence;
import org.wukongs.store.graph.MentionEntries;
import org.wukongs.store.graph.TripleBuffer;
import org.wukongs.store.graph.TripleHalves;
import org.wukongs.store.history.History;
import org.wukongs.store.history.NodeRecord;

/**
 * Puts what a node promises to the other nodes of its cluster into its log, and waits until the log
 * has it on disk.
 */
final class KeptChanges implements ChangeKeeper {

    /** Less than other nodes wait for an answer, so that they learn the reason. */
    private static final long WAIT_MS_MAX = 10_000;

    private final Function<Consumer<StoreNode>, CompletableFuture<?>> calls;
    private final Runnable terms;

    /**
     * @param calls runs an action in the node's thread; what it returns completes when the log has
     *     all before it on disk
     * @param terms waits until the log has all terms of now on disk, without the node's thread:
     *     that one may itself wait for ids of another node
     */
    KeptChanges(Function<Consumer<StoreNode>, CompletableFuture<?>> calls, Runnable terms) {
        this.calls = calls;
        this.terms = terms;
    }

    @Override
    public void stage(Part part, BooleanSupplier isStaged) {
        keep(
                history -> {
                    if (isStaged.getAsBoolean()) {
                        history.add(record(part));
                    }
                });
    }

    @Override
    public void unstage(int node, long change) {
        keep(history -> history.add(new NodeRecord.Unstage(node, change)));
    }

    @Override
    public void giveIds() {
        terms.run();
    }

    private void keep(Consumer<History> action) {
        CompletableFuture<?> kept =
                calls.apply(
                        node -> {
                            node.history().checkLog();
                            action.accept(node.history());
                        });
        try {
            kept.get(WAIT_MS_MAX, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw WukongsException.retriable("a node's log takes long, its disk is slow or fails");
        } catch (ExecutionException e) {
            throw e.getCause() instanceof WukongsException known
                    ? new WukongsException(known.category(), known.getMessage(), known)
                    : new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw WukongsException.retriable("the wait for a node's log was interrupted");
        }
    }

    /**
     * Returns the record of a part: STAGE, STAGE_MOVE of one that moves vertex partitions, or
     * STAGE_HOMES of one that moves streams and queries.
     */
    static NodeRecord record(Part part) {
        MovedHomes homes = part.halves().homes();
        if (homes != null) {
            return new NodeRecord.StageHomes(
                    part.node(), part.change(), part.number(), homes.to(), homes.state());
        }
        MovedMentions moved = part.halves().moved();
        return moved == null
                ? plainRecord(part)
                : new NodeRecord.StageMove(
                        plainRecord(part),
                        moved.partitions(),
                        moved.anew(),
                        List.of(repeated(moved.out()), repeated(moved.in())));
    }

    private static NodeRecord.Repeated repeated(MentionEntries entries) {
        long[] voidBefore = new long[entries.size()];
        long[] times = new long[entries.size()];
        for (int row = 0; row < times.length; row++) {
            voidBefore[row] = entries.voidBefore(row);
            times[row] = entries.times(row);
        }
        return new NodeRecord.Repeated(columns(entries.triples()), voidBefore, times);
    }

    private static MentionEntries entries(NodeRecord.Repeated repeated) {
        NodeRecord.Halves columns = repeated.halves();
        MentionEntries entries = new MentionEntries();
        for (int row = 0; row < repeated.times().length; row++) {
            entries.append(
                    columns.subjects()[row],
                    columns.predicates()[row],
                    columns.objects()[row],
                    repeated.voidBefore()[row],
                    repeated.times()[row]);
        }
        return entries;
    }

    /** Returns the part of a record: of a STAGE, a STAGE_MOVE or a STAGE_HOMES. */
    static Part part(NodeRecord record) {
        if (record instanceof NodeRecord.StageHomes homes) {
            return new Part(
                    homes.node(),
                    homes.change(),
                    homes.part(),
                    GraphHalves.of(new MovedHomes(homes.to(), homes.state())));
        }
        return record instanceof NodeRecord.StageMove move
                ? part(move)
                : part((NodeRecord.Stage) record, null);
    }

    private static Part part(NodeRecord.StageMove record) {
        MovedMentions moved =
                new MovedMentions(
                        record.partitions(),
                        record.anew(),
                        entries(record.repeated().get(0)),
                        entries(record.repeated().get(1)));
        return part(record.stage(), moved);
    }

    /** Returns the record of a part, without what only a part of a move has. */
    private static NodeRecord.Stage plainRecord(Part part) {
        GraphHalves halves = part.halves();
        return new NodeRecord.Stage(
                part.node(),
                part.change(),
                part.number(),
                halves.graph(),
                halves.existence().code(),
                halves.oldest(),
                List.of(due(halves.dueOut()), due(halves.dueIn())),
                List.of(
                        columns(halves.removed().out()),
                        columns(halves.removed().in()),
                        columns(halves.added().out()),
                        columns(halves.added().in())));
    }

    private static NodeRecord.Due due(DueMentions mentions) {
        long[] numbers = new long[mentions.size()];
        for (int row = 0; row < numbers.length; row++) {
            numbers[row] = mentions.number(row);
        }
        return new NodeRecord.Due(columns(mentions.triples()), numbers);
    }

    private static NodeRecord.Halves columns(TripleBuffer rows) {
        int count = (int) rows.size();
        long[] subjects = new long[count];
        long[] predicates = new long[count];
        long[] objects = new long[count];
        for (int row = 0; row < count; row++) {
            subjects[row] = rows.subject(row);
            predicates[row] = rows.pid(row);
            objects[row] = rows.object(row);
        }
        return new NodeRecord.Halves(subjects, predicates, objects);
    }

    private static Part part(NodeRecord.Stage record, MovedMentions moved) {
        List<NodeRecord.Due> due = record.due();
        List<NodeRecord.Halves> halves = record.halves();
        TripleHalves removed = new TripleHalves(rows(halves.get(0)), rows(halves.get(1)));
        TripleHalves added = new TripleHalves(rows(halves.get(2)), rows(halves.get(3)));
        return new Part(
                record.node(),
                record.change(),
                record.part(),
                new GraphHalves(
                        record.graph(),
                        GraphExistence.of(record.existence()),
                        record.oldest(),
                        mentions(due.get(0)),
                        mentions(due.get(1)),
                        removed,
                        added,
                        moved,
                        null));
    }

    private static DueMentions mentions(NodeRecord.Due due) {
        NodeRecord.Halves columns = due.halves();
        DueMentions mentions = new DueMentions();
        for (int row = 0; row < due.numbers().length; row++) {
            mentions.append(
                    due.numbers()[row],
                    columns.subjects()[row],
                    columns.predicates()[row],
                    columns.objects()[row]);
        }
        return mentions;
    }

    private static TripleBuffer rows(NodeRecord.Halves columns) {
        TripleBuffer rows = new TripleBuffer();
        for (int row = 0; row < columns.subjects().length; row++) {
            rows.append(columns.subjects()[row], columns.predicates()[row], columns.objects()[row]);
        }
        return rows;
    }
}
