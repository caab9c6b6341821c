package org.wukongs.store.update;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.csparql.UpdateOperation;
import org.wukongs.csparql.UpdateOperation.Clear;
import org.wukongs.csparql.UpdateOperation.Graphs;
import org.wukongs.csparql.UpdateOperation.Load;
import org.wukongs.csparql.UpdateOperation.Modify;
import org.wukongs.csparql.UpdateParser;
import org.wukongs.error.WukongsException;
import org.wukongs.id.StringServer;
import org.wukongs.store.execution.ExecutionResources;
import org.wukongs.store.execution.QueryGuard;
import org.wukongs.store.execution.RequestDataset;
import org.wukongs.store.graph.TripleBuffer;
import org.wukongs.store.plan.CompiledQuery;
import org.wukongs.store.plan.QueryCompiler;

/**
 * Prepares the requests of SPARQL Update and finds what they change. Changes nothing but the
 * dictionary, which learns terms.
 */
public final class UpdateEngine {

    /**
     * Enough for a pattern with some millions of solutions. Other work of the node's thread, such
     * as injection, waits meanwhile.
     */
    public static final long TIME_MAX_MS = 10_000;

    private final ExecutionResources resources;
    private final StringServer strings;
    private final DocumentLoader documents;

    /**
     * @param strings gives ids to terms, in any thread
     * @param loadDirectory has the files that LOAD may read; null if there are none
     */
    public UpdateEngine(ExecutionResources resources, StringServer strings, Path loadDirectory) {
        this.resources = resources;
        this.strings = strings;
        this.documents = new DocumentLoader(loadDirectory, strings);
    }

    /**
     * Parses, compiles and encodes a request. Any thread.
     *
     * @param dataset what the patterns of all operations are matched with, if it is not empty; then
     *     no operation may name a dataset itself (SPARQL 1.1 Protocol, 2.2.3)
     */
    public PreparedUpdate prepare(String text, RequestDataset dataset) {
        return QueryGuard.run(
                () -> {
                    List<PreparedOperation> prepared = new ArrayList<>();
                    for (UpdateOperation operation : UpdateParser.parse(text)) {
                        PreparedOperation ready = prepared(operation, dataset);
                        if (ready != null) {
                            prepared.add(ready);
                        }
                    }
                    return new PreparedUpdate(List.copyOf(prepared), dataset);
                });
    }

    /**
     * Prepares a request that adds the triples of a file to a graph or, with {@code replace}, puts
     * them in the place of the graph's triples. Any thread.
     */
    public PreparedUpdate prepare(String graphIri, boolean replace, Path file) {
        TripleBuffer[] triples = documents.load(file, graphIri);
        List<PreparedOperation> operations = new ArrayList<>();
        if (replace) {
            operations.add(clear(graphIri, false));
        }
        operations.add(new PreparedOperation.Loaded(triples, graphIri));
        return new PreparedUpdate(operations, RequestDataset.NONE);
    }

    /** Prepares a request that drops a graph. */
    public PreparedUpdate prepareDrop(String graphIri) {
        return new PreparedUpdate(List.of(clear(graphIri, true)), RequestDataset.NONE);
    }

    private static PreparedOperation clear(String graphIri, boolean drop) {
        return new PreparedOperation.OnGraphs(new Clear(drop, true, Graphs.ONE, graphIri));
    }

    private PreparedOperation prepared(UpdateOperation operation, RequestDataset dataset) {
        if (operation instanceof Modify modify) {
            boolean own = modify.dataset().isDeclared() || modify.dataset().with() != null;
            if (own && !dataset.isEmpty()) {
                throw WukongsException.user(
                        "a request that names a dataset cannot have WITH, USING or USING NAMED");
            }
            return change(modify);
        }
        return operation instanceof Load load
                ? loaded(load)
                : new PreparedOperation.OnGraphs(operation);
    }

    private PreparedOperation change(Modify modify) {
        CsparqlQuery where = modify.where();
        CompiledQuery compiled = where == null ? null : QueryCompiler.compile(where);
        List<String> vars = compiled == null ? List.of() : compiled.vars();
        EncodedQuads inserted =
                where == null
                        ? EncodedQuads.data(modify.inserted(), strings)
                        : EncodedQuads.added(modify.inserted(), vars, strings);
        return new PreparedOperation.Change(modify.deleted(), inserted, compiled, modify.dataset());
    }

    private PreparedOperation loaded(Load load) {
        try {
            return new PreparedOperation.Loaded(documents.load(load.source()), load.into());
        } catch (WukongsException e) {
            if (load.silent() && e.category() == WukongsException.Category.USER) {
                return null;
            }
            throw e;
        }
    }

    /**
     * Executes the operations in order over the published snapshot, and returns what they change.
     * The node's thread, so that nothing else changes meanwhile.
     *
     * @param lasting names of graphs that stay known if they are dropped
     * @throws WukongsException USER if an operation fails; then nothing is to be changed
     */
    public UpdateChanges execute(PreparedUpdate update, Predicate<String> lasting) {
        try {
            return resources.read(
                    reader -> {
                        try (UpdateRun run = new UpdateRun(resources, reader, update, lasting)) {
                            return run.execute();
                        }
                    });
        } catch (WukongsException e) {
            resources.failures().note(e, () -> "update");
            throw e;
        }
    }
}
