package org.wukongs.benchmarks.engine;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.eclipse.rdf4j.common.transaction.IsolationLevels;
import org.eclipse.rdf4j.query.TupleQuery;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.eclipse.rdf4j.repository.sail.SailRepository;
import org.eclipse.rdf4j.rio.RDFFormat;
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
        Rdf4jSolutions solutions = Rdf4jSolutions.of(query);
        long evaluatedNs = System.nanoTime();
        List<String[]> rows = solutions.rows();
        return new Execution(evaluatedNs - parsedNs, System.nanoTime() - startNs, rows);
    }

    /** Parsed queries of a connection of their own: they are planned at each execution. */
    @Override
    public PreparedMix prepare(List<MixQuery> queries) {
        RepositoryConnection own = repository.getConnection();
        List<TupleQuery> parsed =
                queries.stream().map(query -> own.prepareTupleQuery(query.text())).toList();
        return new PreparedMix() {
            @Override
            public long run(int query) {
                return Rdf4jSolutions.of(parsed.get(query)).solutions().size();
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
