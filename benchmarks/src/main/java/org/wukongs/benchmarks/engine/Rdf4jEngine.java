package org.wukongs.benchmarks.engine;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.rdf4j.common.transaction.IsolationLevels;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.query.BindingSet;
import org.eclipse.rdf4j.query.TupleQuery;
import org.eclipse.rdf4j.query.TupleQueryResult;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.eclipse.rdf4j.repository.sail.SailRepository;
import org.eclipse.rdf4j.rio.RDFFormat;
import org.eclipse.rdf4j.rio.helpers.NTriplesUtil;
import org.eclipse.rdf4j.sail.memory.MemoryStore;

/** RDF4J's MemoryStore, one connection, no transaction around reads. */
public final class Rdf4jEngine implements Engine {

    public static final String VERSION =
            "RDF4J MemoryStore " + MemoryStore.class.getPackage().getImplementationVersion();

    private final SailRepository repository = new SailRepository(new MemoryStore());
    private final RepositoryConnection connection = repository.getConnection();

    @Override
    public String version() {
        return VERSION;
    }

    @Override
    public long load(Path nTriples) throws IOException {
        load(connection, nTriples);
        return connection.size();
    }

    /** Without isolation, its fastest way in. */
    public static void load(RepositoryConnection connection, Path nTriples, Resource... graphs)
            throws IOException {
        connection.begin(IsolationLevels.NONE);
        connection.add(nTriples.toFile(), RDFFormat.NTRIPLES, graphs);
        connection.commit();
    }

    @Override
    public Execution execute(String text) {
        long startNs = System.nanoTime();
        return execute(connection.prepareTupleQuery(text), startNs);
    }

    /** Executes a parsed query whose wall time began at {@code startNs}. */
    public static Execution execute(TupleQuery query, long startNs) {
        long parsedNs = System.nanoTime();
        List<BindingSet> solutions = new ArrayList<>();
        List<String> vars = solve(query, solutions);
        long evaluatedNs = System.nanoTime();
        List<String[]> rows = new ArrayList<>(solutions.size());
        for (BindingSet solution : solutions) {
            String[] row = new String[vars.size()];
            for (int i = 0; i < row.length; i++) {
                Value value = solution.getValue(vars.get(i));
                row[i] = value == null ? null : NTriplesUtil.toNTriplesString(value);
            }
            rows.add(row);
        }
        return new Execution(evaluatedNs - parsedNs, System.nanoTime() - startNs, rows);
    }

    /** Adds all solutions as RDF4J's own values; returns the variables. */
    private static List<String> solve(TupleQuery query, List<BindingSet> solutions) {
        try (TupleQueryResult result = query.evaluate()) {
            List<String> vars = result.getBindingNames();
            while (result.hasNext()) {
                solutions.add(result.next());
            }
            return vars;
        }
    }

    /** Parsed queries of a connection of their own: they are planned at each execution. */
    @Override
    public Prepared prepare(List<NamedQuery> queries) {
        RepositoryConnection own = repository.getConnection();
        List<TupleQuery> parsed = new ArrayList<>();
        queries.forEach(query -> parsed.add(own.prepareTupleQuery(query.text())));
        return new Prepared() {
            @Override
            public long run(int query) {
                List<BindingSet> solutions = new ArrayList<>();
                solve(parsed.get(query), solutions);
                return solutions.size();
            }

            @Override
            public void close() {
                own.close();
            }
        };
    }

    @Override
    public void close() {
        connection.close();
        repository.shutDown();
    }
}
