package org.wukongs.store.update;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.csparql.UpdateOperation;
import org.wukongs.csparql.UpdateOperation.Clear;
import org.wukongs.csparql.UpdateOperation.Graphs;
import org.wukongs.csparql.UpdateOperation.Load;
import org.wukongs.csparql.UpdateOperation.Modify;
import org.wukongs.csparql.UpdateParser;
import org.wukongs.error.WukongsException;
import org.wukongs.id.StringServer;
import org.wukongs.store.dictionary.TermServer;
import org.wukongs.store.execution.ExecutionResources;
import org.wukongs.store.execution.QueryGuard;
import org.wukongs.store.execution.RequestDataset;
import org.wukongs.store.graph.TripleBuffer;
import org.wukongs.store.plan.CompiledQuery;
import org.wukongs.store.plan.Lessons;
import org.wukongs.store.text.TextCounts;
import org.wukongs.store.text.TextShape;

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
    private final TermServer terms;
    private final Function<CsparqlQuery, CompiledQuery> compiler;
    private final DocumentLoader documents;
    private final UpdateTexts texts;
    private final UpdateStatistics statistics = new UpdateStatistics();

    /**
     * @param strings gives ids to the terms of documents, in any thread
     * @param terms gives ids to the terms of requests, in any thread
     * @param compiler compiles patterns, in any thread
     * @param lessons has texts learned
     * @param loadDirectory has the files that LOAD may read; null if there are none
     */
    public UpdateEngine(
            ExecutionResources resources,
            StringServer strings,
            TermServer terms,
            Function<CsparqlQuery, CompiledQuery> compiler,
            Lessons lessons,
            Path loadDirectory) {
        this.resources = resources;
        this.terms = terms;
        this.compiler = compiler;
        this.texts = new UpdateTexts(compiler, lessons);
        this.documents = new DocumentLoader(loadDirectory, strings);
    }

    /** Returns how many texts were known, and how many parsed. */
    public TextCounts textCounts() {
        return texts.counts();
    }

    /** Returns the counts of requests, to which the caller of {@link #execute} adds. */
    public UpdateStatistics statistics() {
        return statistics;
    }

    /**
     * Parses, compiles and encodes a request. Any thread.
     *
     * @param dataset what the patterns of all operations are matched with, if it is not empty; then
     *     no operation may name a dataset itself (SPARQL 1.1 Protocol, 2.2.3)
     */
    public PreparedUpdate prepare(String text, RequestDataset dataset) {
        return prepare(dataset, () -> QueryGuard.run(() -> operations(text, dataset)));
    }

    /**
     * Prepares a request that adds the triples of a file to a graph or, with {@code replace}, puts
     * them in the place of the graph's triples. Any thread.
     */
    public PreparedUpdate prepare(String graphIri, boolean replace, Path file) {
        return prepare(RequestDataset.NONE, () -> operations(graphIri, replace, file));
    }

    /** Prepares a request that drops a graph. */
    public PreparedUpdate prepareDrop(String graphIri) {
        return prepare(RequestDataset.NONE, () -> List.of(clear(graphIri, true)));
    }

    private PreparedUpdate prepare(
            RequestDataset dataset, Supplier<List<PreparedOperation>> operations) {
        long startNs = resources.nowNs();
        try {
            List<PreparedOperation> prepared = operations.get();
            return new PreparedUpdate(prepared, dataset, resources.nowNs() - startNs);
        } catch (RuntimeException e) {
            statistics.failed();
            throw e;
        }
    }

    private List<PreparedOperation> operations(String text, RequestDataset dataset) {
        List<PreparedOperation> plain = DataReader.read(text, terms);
        if (plain != null) {
            return plain;
        }
        TextShape shape = TextShape.of(text);
        List<CompiledChange> known = shape == null ? null : texts.find(shape);
        if (known != null) {
            List<PreparedOperation> prepared = new ArrayList<>(known.size());
            known.forEach(change -> prepared.add(prepared(change, dataset)));
            return prepared;
        }
        List<UpdateOperation> operations = UpdateParser.parse(text);
        List<PreparedOperation> prepared = new ArrayList<>(operations.size());
        for (UpdateOperation operation : operations) {
            PreparedOperation ready = prepared(operation, dataset);
            if (ready != null) {
                prepared.add(ready);
            }
        }
        texts.parsed(shape, operations);
        return prepared;
    }

    private List<PreparedOperation> operations(String graphIri, boolean replace, Path file) {
        TripleBuffer[] triples = documents.load(file, graphIri);
        List<PreparedOperation> operations = new ArrayList<>();
        if (replace) {
            operations.add(clear(graphIri, false));
        }
        operations.add(new PreparedOperation.Loaded(triples, graphIri));
        return operations;
    }

    private static PreparedOperation clear(String graphIri, boolean drop) {
        return new PreparedOperation.OnGraphs(new Clear(drop, true, Graphs.ONE, graphIri));
    }

    private PreparedOperation prepared(UpdateOperation operation, RequestDataset dataset) {
        if (operation instanceof Modify modify) {
            return prepared(CompiledChange.of(modify, compiler), dataset);
        }
        return operation instanceof Load load
                ? loaded(load)
                : new PreparedOperation.OnGraphs(operation);
    }

    private PreparedOperation prepared(CompiledChange change, RequestDataset dataset) {
        boolean own = change.dataset().isDeclared() || change.dataset().with() != null;
        if (own && !dataset.isEmpty()) {
            throw WukongsException.user(
                    "a request that names a dataset cannot have WITH, USING or USING NAMED");
        }
        CompiledQuery where = change.where();
        List<String> vars = where == null ? List.of() : where.vars();
        QuadList inserted = where == null ? new QuadList() : new QuadList(vars);
        return new PreparedOperation.Change(
                new QuadList(vars).addAll(change.deleted()),
                inserted.addAll(change.inserted()).added(terms),
                where,
                change.dataset());
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
     * Executes the operations in order over the visible snapshot, and returns what they change. The
     * node's thread, so that nothing else changes meanwhile; in a cluster any thread, and the
     * caller sees to it that what they change is right for the next snapshot only. There, nothing
     * is looked up for a request that {@link PreparedUpdate#readsGraphs reads no graphs}: it may
     * remove what is not there, and add what is.
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
