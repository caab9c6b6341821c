package org.wukongs.store.node;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.agrona.concurrent.NanoClock;
import org.wukongs.client.UpdateResult;
import org.wukongs.error.WukongsException;
import org.wukongs.store.graph.GraphChange;
import org.wukongs.store.graph.GraphMemory;
import org.wukongs.store.graph.StoredGraph;
import org.wukongs.store.graph.StoredGraphs;
import org.wukongs.store.history.History;
import org.wukongs.store.history.NodeRecord;
import org.wukongs.store.history.NotNowException;
import org.wukongs.store.progress.Coordinator;
import org.wukongs.store.progress.InjectionCycle;
import org.wukongs.store.update.GraphEdit;
import org.wukongs.store.update.PreparedUpdate;
import org.wukongs.store.update.UpdateChanges;
import org.wukongs.store.update.UpdateEngine;

/**
 * Carries out requests of SPARQL Update, each as one snapshot: all of it is visible with that
 * snapshot or, if it fails for whatever reason, nothing. The node's thread.
 *
 * <p>A graph that is dropped loses its triples and its name, except for the default graph and
 * graphs that a stream feeds: those stay, empty. A registered query that names a dropped graph goes
 * on and finds it empty until the name comes back.
 */
final class GraphUpdater {

    private final StreamCatalog streams;
    private final StoredGraphs stored;
    private final Coordinator coordinator;
    private final InjectionCycle injection;
    private final UpdateEngine engine;
    private final NanoClock clock;
    private final History history;

    GraphUpdater(
            StreamCatalog streams,
            StoredGraphs stored,
            Coordinator coordinator,
            InjectionCycle injection,
            UpdateEngine engine,
            NanoClock clock,
            History history) {
        this.streams = streams;
        this.stored = stored;
        this.coordinator = coordinator;
        this.injection = injection;
        this.engine = engine;
        this.clock = clock;
        this.history = history;
    }

    /**
     * Executes a request; what changes nothing makes no snapshot.
     *
     * @throws WukongsException USER if an operation fails or reaches a limit, FATAL if the memory
     *     of stored graphs is full
     */
    GraphsChanged update(PreparedUpdate update) {
        coordinator.checkTurn();
        try {
            injection.retryFailed();
            coordinator.checkSettled(); // it reads the newest snapshot
            injection.finishPlan();
            long startNs = clock.nanoTime();
            GraphsChanged changed = carryOut(update);
            engine.statistics()
                    .done(changed.result(), update.preparationNs() + clock.nanoTime() - startNs);
            return changed;
        } catch (NotNowException e) {
            throw e;
        } catch (RuntimeException e) {
            engine.statistics().failed();
            throw e;
        }
    }

    private GraphsChanged carryOut(PreparedUpdate update) {
        UpdateChanges changes = engine.execute(update, streams.fedGraphs()::contains);
        if (!changes.edits().isEmpty()) {
            changes.edits().keySet().forEach(streams::checkGraphName);
            RecordedTriples.checkSize(
                    history,
                    changes.addedCount() + changes.removedCount(),
                    changes.edits().keySet());
            apply(changes.edits());
        }
        UpdateResult result =
                new UpdateResult(
                        changes.addedCount(), changes.removedCount(), coordinator.newestSn());
        return new GraphsChanged(result, changes.createsGraph());
    }

    private void apply(Map<String, GraphEdit> edits) {
        GraphMemory memory = stored.memory();
        memory.beginSnapshot();
        boolean done = false;
        try {
            List<GraphChange> changes = new ArrayList<>();
            edits.forEach((name, edit) -> changes.add(change(name, edit)));
            memory.change(changes);
            done = true;
            record(edits);
        } finally {
            boolean changed = done;
            edits.forEach((name, edit) -> forget(name, edit, changed));
            memory.publishSnapshot();
            coordinator.publishChanged();
        }
    }

    private void record(Map<String, GraphEdit> edits) {
        if (!history.isOn()) {
            return;
        }
        List<NodeRecord.GraphFate> fates = new ArrayList<>();
        edits.forEach(
                (name, edit) -> {
                    RecordedTriples.record(history, name, true, edit.removed());
                    RecordedTriples.record(history, name, false, edit.added());
                    fates.add(new NodeRecord.GraphFate(name, edit.known(), edit.knownBefore()));
                });
        history.add(new NodeRecord.Update(fates));
    }

    /** Carries out again what the log has of an update. */
    void again(NodeRecord.Update update, RecordedTriples triples) {
        injection.finishPlan();
        Map<String, GraphEdit> edits = new LinkedHashMap<>();
        for (NodeRecord.GraphFate fate : update.graphs()) {
            String name = fate.graph();
            edits.put(
                    name,
                    new GraphEdit(
                            triples.take(name, false),
                            triples.take(name, true),
                            fate.known(),
                            fate.knownBefore()));
        }
        apply(edits);
    }

    private GraphChange change(String name, GraphEdit edit) {
        StoredGraph graph = edit.known() ? stored.graphFor(name) : stored.graph(name);
        return new GraphChange(graph, edit.added(), edit.removed());
    }

    /** Forgets a graph that was dropped or, if the change has failed, one that was new. */
    private void forget(String name, GraphEdit edit, boolean changed) {
        boolean known = changed ? edit.known() : edit.knownBefore();
        if (!known && stored.isKnown(name)) {
            stored.forget(name);
        }
    }
}
