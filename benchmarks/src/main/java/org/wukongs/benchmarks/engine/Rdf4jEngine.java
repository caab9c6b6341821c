package org.wukongs.benchmarks.engine;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.rdf4j.common.transaction.IsolationLevels;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.query.BindingSet;
import org.eclipse.rdf4j.query.TupleQuery;
import org.eclipse.rdf4j.query.TupleQueryResult;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.eclipse.rdf4j.repository.sail.SailRepository;
import org.eclipse.rdf4j.rio.RDFFormat;
import org.eclipse.rdf4j.rio.helpers.NTriplesUtil;
import org.eclipse.rdf4j.sail.memory.MemoryStore;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;

/** RDF4J's MemoryStore, one connection, no transaction around reads. */
final class Rdf4jEngine implements Engine {

    private final SailRepository repository = new SailRepository(new MemoryStore());
    private final RepositoryConnection connection = repository.getConnection();

    @Override
    public String version() {
        return "RDF4J MemoryStore " + MemoryStore.class.getPackage().getImplementationVersion();
    }

    /** Without isolation, its fastest way in. */
    @Override
    public long load(Path nTriples) {
        try {
            connection.begin(IsolationLevels.NONE);
            connection.add(nTriples.toFile(), RDFFormat.NTRIPLES);
            connection.commit();
        } catch (IOException e) {
            throw new WukongsException(
                    Category.USER, "cannot read: file=" + nTriples + " reason=" + e, e);
        }
        return connection.size();
    }

    @Override
    public Execution execute(String text) {
        long startNs = System.nanoTime();
        TupleQuery query = connection.prepareTupleQuery(text);
        long parsedNs = System.nanoTime();
        List<BindingSet> solutions = new ArrayList<>();
        List<String> vars;
        try (TupleQueryResult result = query.evaluate()) {
            vars = result.getBindingNames();
            while (result.hasNext()) {
                solutions.add(result.next());
            }
        }
        long evaluatedNs = System.nanoTime();
        List<String[]> rows = strings(solutions, vars);
        return new Execution(evaluatedNs - parsedNs, System.nanoTime() - startNs, rows);
    }

    @Override
    public PreparedExecution prepare(String text) {
        TupleQuery query = connection.prepareTupleQuery(text);
        return () -> {
            List<BindingSet> solutions = new ArrayList<>();
            try (TupleQueryResult result = query.evaluate()) {
                while (result.hasNext()) {
                    solutions.add(result.next());
                }
            }
            return solutions.size();
        };
    }

    private static List<String[]> strings(List<BindingSet> solutions, List<String> vars) {
        List<String[]> rows = new ArrayList<>(solutions.size());
        for (BindingSet solution : solutions) {
            String[] row = new String[vars.size()];
            for (int i = 0; i < row.length; i++) {
                Value value = solution.getValue(vars.get(i));
                row[i] = value == null ? null : NTriplesUtil.toNTriplesString(value);
            }
            rows.add(row);
        }
        return rows;
    }

    @Override
    public void close() {
        connection.close();
        repository.shutDown();
    }
}
