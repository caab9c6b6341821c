package org.wukongs.store.node;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.agrona.concurrent.NanoClock;
import org.wukongs.client.UpdateResult;
import org.wukongs.error.WukongsException;
import org.wukongs.store.cluster.ChangeCounts;
import org.wukongs.store.cluster.ChangeOrder;
import org.wukongs.store.cluster.PartitionedChanges;
import org.wukongs.store.graph.GraphExistence;
import org.wukongs.store.graph.GraphRows;
import org.wukongs.store.update.GraphEdit;
import org.wukongs.store.update.PreparedUpdate;
import org.wukongs.store.update.UpdateChanges;
import org.wukongs.store.update.UpdateEngine;

/**
 * Carries out requests of SPARQL Update in a cluster, each as one snapshot of all nodes. What a
 * request changes is found in the calling thread, over the snapshot that queries see. If it depends
 * on what the graphs have, it is right for the next snapshot only; if another change is that one,
 * it is found again. Any thread; requests that depend on the graphs are carried out one at a time.
 */
final class PartitionedUpdater {

    /** Tries before other changes are asked to wait: their turns are mostly some 100 ms apart. */
    private static final int FREE_TRIES = 3;

    /** Those that were proposed before are still made, so the first one after may fail. */
    private static final int TRIES_MAX = 10;

    /** As long as a client waits for other updates, and for turns. */
    private static final long WAIT_NS_MAX = TimeUnit.MINUTES.toNanos(1);

    private final PartitionedChanges nodes;
    private final UpdateEngine engine;
    private final Consumer<String> nameCheck;
    private final Predicate<String> lasting;
    private final NanoClock clock;
    private final ReentrantLock updating = new ReentrantLock(true);

    /**
     * @param nameCheck throws if a name cannot be that of a graph
     * @param lasting tells by name which graphs stay known if they are dropped
     */
    PartitionedUpdater(
            PartitionedChanges nodes,
            UpdateEngine engine,
            Consumer<String> nameCheck,
            Predicate<String> lasting,
            NanoClock clock) {
        this.nodes = nodes;
        this.engine = engine;
        this.nameCheck = nameCheck;
        this.lasting = lasting;
        this.clock = clock;
    }

    /**
     * Executes a request; returns when all nodes show what it has changed.
     *
     * @throws WukongsException USER if an operation fails or reaches a limit; RETRIABLE if other
     *     changes were always first, or if a node cannot be reached, and then the change may be
     *     made, or not; FATAL if the memory of a node is full
     */
    GraphsChanged update(PreparedUpdate update) {
        long startNs = clock.nanoTime();
        try {
            GraphsChanged changed =
                    update.readsGraphs() ? inOrder(update, startNs) : atAnyTurn(update);
            engine.statistics()
                    .done(changed.result(), update.preparationNs() + clock.nanoTime() - startNs);
            return changed;
        } catch (RuntimeException e) {
            engine.statistics().failed();
            throw e;
        }
    }

    private GraphsChanged atAnyTurn(PreparedUpdate update) {
        UpdateChanges changes = changes(update);
        return changes.edits().isEmpty()
                ? nothing(changes)
                : done(nodes.change(ChangeOrder.ANY, rows(changes)));
    }

    private GraphsChanged inOrder(PreparedUpdate update, long startNs) {
        long endNs = startNs + WAIT_NS_MAX;
        lock();
        boolean holds = false;
        long taken = 0; // newest turn that another change has had
        try {
            for (int tries = 1; tries <= TRIES_MAX && clock.nanoTime() - endNs < 0; tries++) {
                if (tries > FREE_TRIES) {
                    holds = true;
                    nodes.holdTurns(endNs);
                }
                nodes.awaitShown(taken);
                UpdateChanges changes = changes(update);
                if (changes.edits().isEmpty()) {
                    return nothing(changes);
                }
                taken = changes.snapshot() + 1;
                ChangeCounts counts = nodes.change(taken, rows(changes));
                if (counts != null) {
                    return done(counts);
                }
            }
        } finally {
            if (holds) {
                nodes.freeTurns();
            }
            updating.unlock();
        }
        throw WukongsException.retriable(
                "other changes of the cluster came before the update each time, send it again");
    }

    private void lock() {
        try {
            if (updating.tryLock(WAIT_NS_MAX, TimeUnit.NANOSECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw WukongsException.retriable("other updates of this node take long");
    }

    private UpdateChanges changes(PreparedUpdate update) {
        UpdateChanges changes = engine.execute(update, lasting);
        changes.edits().keySet().forEach(nameCheck);
        return changes;
    }

    private static List<GraphRows> rows(UpdateChanges changes) {
        List<GraphRows> rows = new ArrayList<>();
        for (Map.Entry<String, GraphEdit> entry : changes.edits().entrySet()) {
            GraphEdit edit = entry.getValue();
            rows.add(new GraphRows(entry.getKey(), existence(edit), edit.removed(), edit.added()));
        }
        return rows;
    }

    /** A node learns of a graph when it gets triples: it need not know it before. */
    private static GraphExistence existence(GraphEdit edit) {
        if (!edit.known()) {
            return edit.knownBefore() ? GraphExistence.FORGOTTEN : GraphExistence.UNCHANGED;
        }
        return edit.knownBefore() && edit.added().size() == 0
                ? GraphExistence.UNCHANGED
                : GraphExistence.KNOWN;
    }

    private static GraphsChanged nothing(UpdateChanges changes) {
        return new GraphsChanged(new UpdateResult(0, 0, changes.snapshot()), false);
    }

    private static GraphsChanged done(ChangeCounts counts) {
        return new GraphsChanged(
                new UpdateResult(counts.added(), counts.removed(), counts.sn()),
                counts.createsGraph());
    }
}
