package org.wukongs.store.update;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.csparql.UpdateOperation.Clear;
import org.wukongs.csparql.UpdateOperation.Create;
import org.wukongs.csparql.UpdateOperation.Transfer;
import org.wukongs.csparql.UpdateOperation.TransferKind;
import org.wukongs.csparql.UpdateOperation.UpdateDataset;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Reason;
import org.wukongs.store.execution.Datasets;
import org.wukongs.store.execution.ExecutionContext;
import org.wukongs.store.execution.ExecutionResources;
import org.wukongs.store.execution.GraphSet;
import org.wukongs.store.graph.ReaderEpochs;
import org.wukongs.store.graph.TripleBuffer;
import org.wukongs.store.plan.QueryResult;
import org.wukongs.store.update.PreparedOperation.Change;
import org.wukongs.store.update.PreparedOperation.Loaded;
import org.wukongs.store.update.PreparedOperation.OnGraphs;
import org.wukongs.store.value.DetachedRows;
import org.wukongs.store.view.GraphViews;
import org.wukongs.store.view.TripleView;
import org.wukongs.stream.StreamDefinition;

/** The execution of one request. Used once, by one thread. */
final class UpdateRun implements AutoCloseable {

    private final ExecutionResources resources;
    private final ReaderEpochs.Reader reader;
    private final GraphViews snapshot;
    private final PreparedUpdate update;
    private final Predicate<String> lasting;
    private final Map<String, GraphDelta> deltas = new LinkedHashMap<>(); // by name
    private final UpdateBudget budget;
    private final boolean reads;

    UpdateRun(
            ExecutionResources resources,
            ReaderEpochs.Reader reader,
            PreparedUpdate update,
            Predicate<String> lasting) {
        this.resources = resources;
        this.reader = reader;
        this.snapshot = resources.stored(reader);
        this.update = update;
        this.lasting = lasting;
        this.budget = new UpdateBudget(resources, deltas.values());
        this.reads = !resources.dictionary().isPartitioned() || update.readsGraphs();
    }

    UpdateChanges execute() {
        for (PreparedOperation operation : update.operations()) {
            if (operation instanceof Change change) {
                change(change);
            } else if (operation instanceof Loaded loaded) {
                load(loaded);
            } else {
                onGraphs((OnGraphs) operation);
            }
            budget.check();
        }
        Map<String, GraphEdit> edits = new LinkedHashMap<>();
        deltas.forEach(
                (name, delta) -> {
                    GraphEdit edit = reads ? delta.edit() : delta.unreadEdit();
                    if (edit != null) {
                        edits.put(name, edit);
                    }
                    budget.check();
                });
        return new UpdateChanges(snapshot.sn(), edits);
    }

    /** Gives back the memory; what was returned no longer counts. */
    @Override
    public void close() {
        budget.close();
    }

    // Graphs

    private GraphDelta delta(String name) {
        return deltas.computeIfAbsent(
                name,
                n ->
                        reads
                                ? new GraphDelta(snapshot.graph(n), snapshot.hasGraph(n))
                                : GraphDelta.unread());
    }

    /** Returns the graph of an IRI, null for the default graph. */
    private GraphDelta graph(String iri) {
        return delta(iri == null ? StreamDefinition.STORED : Datasets.name(iri));
    }

    private TripleView view(String name) {
        GraphDelta delta = deltas.get(name);
        return delta == null ? snapshot.graph(name) : delta.view();
    }

    private List<String> knownNames() {
        TreeSet<String> names = new TreeSet<>(snapshot.namedGraphs());
        deltas.forEach(
                (name, delta) -> {
                    if (!delta.isKnown()) {
                        names.remove(name);
                    } else if (!name.equals(StreamDefinition.STORED)) {
                        names.add(name);
                    }
                });
        return List.copyOf(names);
    }

    private void onGraphs(OnGraphs prepared) {
        if (prepared.operation() instanceof Clear clear) {
            clear(clear);
        } else if (prepared.operation() instanceof Create create) {
            GraphDelta graph = graph(create.graph());
            if (graph.isKnown() && !create.silent()) {
                throw WukongsException.user("the graph exists already: graph=" + create.graph());
            }
            graph.create();
        } else {
            transfer((Transfer) prepared.operation());
        }
    }

    private void clear(Clear clear) {
        List<String> names = new ArrayList<>();
        switch (clear.graphs()) {
            case ONE -> {
                if (isThere(clear.graph(), clear.silent())) {
                    names.add(Datasets.name(clear.graph()));
                }
            }
            case DEFAULT -> names.add(StreamDefinition.STORED);
            case NAMED -> names.addAll(knownNames());
            case ALL -> {
                names.add(StreamDefinition.STORED);
                names.addAll(knownNames());
            }
        }
        names.forEach(name -> delta(name).clear(clear.drop() && !lasts(name)));
    }

    private boolean lasts(String name) {
        return name.equals(StreamDefinition.STORED) || lasting.test(name);
    }

    /** USER error if there is no such graph, unless that is to be silent. */
    private boolean isThere(String iri, boolean silent) {
        boolean there = graph(iri).isKnown();
        if (!there && !silent) {
            throw WukongsException.user("no such graph: graph=" + iri);
        }
        return there;
    }

    private void transfer(Transfer transfer) {
        if (!isThere(transfer.from(), transfer.silent())) {
            return;
        }
        GraphDelta from = graph(transfer.from());
        GraphDelta to = graph(transfer.to());
        if (from == to) {
            return;
        }
        if (transfer.kind() != TransferKind.ADD) {
            to.clear(false);
        }
        to.create();
        from.forEach(
                (s, p, o) -> {
                    to.add(s, p, o);
                    budget.count();
                });
        if (transfer.kind() == TransferKind.MOVE) {
            String name =
                    transfer.from() == null
                            ? StreamDefinition.STORED
                            : Datasets.name(transfer.from());
            from.clear(!lasts(name));
        }
    }

    private void load(Loaded loaded) {
        GraphDelta into = graph(loaded.into());
        into.create();
        for (TripleBuffer triples : loaded.triples()) {
            for (long row = 0; row < triples.size(); row++) {
                into.add(triples.subject(row), triples.pid(row), triples.object(row));
                budget.count();
            }
        }
    }

    // Changes

    private void change(Change change) {
        if (change.where() == null) {
            apply(change, Solutions.ONE);
            return;
        }
        ExecutionContext context =
                resources.context(
                        dataset(change.dataset()), budget.startNs(), reader, budget.limits());
        try (var held = context.budget()) {
            QueryResult result = change.where().execute(context);
            held.trim();
            DetachedRows rows = result.rows().detach(resources.dictionary());
            apply(change, new Solutions(rows, change.where().vars()));
        } catch (WukongsException e) {
            throw e.reason() == Reason.TIME_LIMIT ? budget.outOfTime() : e;
        }
    }

    /** Removes for all solutions, then adds. */
    private void apply(Change change, Solutions solutions) {
        String with = change.dataset().with();
        EncodedQuads deleted = change.deleted().removed(resources.dictionary());
        make(deleted, solutions, with, (graph, s, p, o) -> graph.remove(s, p, o), false);
        make(change.inserted(), solutions, with, (graph, s, p, o) -> graph.add(s, p, o), true);
    }

    private void make(
            EncodedQuads quads,
            Solutions solutions,
            String with,
            QuadMaker.Visitor visitor,
            boolean learn) {
        if (quads.size() == 0) {
            return;
        }
        new QuadMaker(
                        quads,
                        solutions,
                        resources.dictionary(),
                        iri -> graph(iri == null ? with : iri))
                .make(
                        (graph, s, p, o) -> {
                            visitor.quad(graph, s, p, o);
                            budget.count();
                        },
                        learn);
    }

    private GraphSet dataset(UpdateDataset own) {
        List<String> using =
                update.dataset().isEmpty() ? own.using() : update.dataset().defaultGraphs();
        List<String> named =
                update.dataset().isEmpty() ? own.usingNamed() : update.dataset().namedGraphs();
        GraphSet.Builder graphs = new GraphSet.Builder();
        if (!using.isEmpty() || !named.isEmpty()) {
            using.forEach(iri -> graphs.addToDefault(view(Datasets.name(iri))));
            named.forEach(iri -> graphs.addNamed(iri, view(Datasets.name(iri))));
            return graphs.build();
        }
        String defaultName =
                own.with() == null ? StreamDefinition.STORED : Datasets.name(own.with());
        graphs.addToDefault(view(defaultName));
        graphs.add(CsparqlQuery.STORED_IRI, view(StreamDefinition.STORED));
        knownNames().forEach(name -> graphs.addNamed(Datasets.iri(name), view(name)));
        return graphs.build();
    }
}
