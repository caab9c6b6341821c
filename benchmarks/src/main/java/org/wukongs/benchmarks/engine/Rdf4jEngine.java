package org.wukongs.benchmarks.engine;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.agrona.CloseHelper;
import org.eclipse.rdf4j.common.transaction.IsolationLevels;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.query.BindingSet;
import org.eclipse.rdf4j.query.TupleQuery;
import org.eclipse.rdf4j.query.TupleQueryResult;
import org.eclipse.rdf4j.repository.Repository;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.eclipse.rdf4j.repository.sail.SailRepository;
import org.eclipse.rdf4j.repository.sparql.SPARQLRepository;
import org.eclipse.rdf4j.rio.RDFFormat;
import org.eclipse.rdf4j.rio.helpers.NTriplesUtil;
import org.eclipse.rdf4j.sail.memory.MemoryStore;
import org.wukongs.benchmarks.measure.EmbeddedStore;
import org.wukongs.store.http.HttpConfig;
import org.wukongs.store.http.StoreHttpServer;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.store.server.StoreServer;

/** A repository of RDF4J, one connection, no transaction around reads. */
public final class Rdf4jEngine implements Engine {

    public static final String VERSION =
            "RDF4J MemoryStore " + MemoryStore.class.getPackage().getImplementationVersion();

    private final String version;
    private final Repository repository;
    private final RepositoryConnection connection;
    private final StoreServer server; // these two are null unless it is over HTTP
    private final StoreHttpServer http;

    private Rdf4jEngine(
            String version, Repository repository, StoreServer server, StoreHttpServer http) {
        this.version = version;
        this.repository = repository;
        this.connection = repository.getConnection();
        this.server = server;
        this.http = http;
    }

    /** Its store in memory. */
    static Rdf4jEngine memoryStore() {
        return new Rdf4jEngine(VERSION, new SailRepository(new MemoryStore()), null, null);
    }

    /** Its client of SPARQL endpoints, of this project's store as a server in this process. */
    static Rdf4jEngine wukongsHttp() {
        StoreServer server = StoreServer.start(StoreConfig.DEFAULT, HttpConfig.HOST_DEFAULT, 0);
        HttpConfig config = HttpConfig.of(HttpConfig.HOST_DEFAULT, 0);
        StoreHttpServer http = StoreHttpServer.start(server, config);
        Repository client = new SPARQLRepository(http.url() + "sparql", http.url() + "update");
        return new Rdf4jEngine("Wukong+S for Flink, by RDF4J's HTTP client", client, server, http);
    }

    @Override
    public String version() {
        return version;
    }

    @Override
    public long load(Path nTriples) throws IOException {
        if (server == null) {
            load(connection, nTriples);
        } else {
            // The client would send the file as one request, which HTTP limits.
            EmbeddedStore.loadInto(server.address().toString(), nTriples);
        }
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

    /** A transaction each. */
    @Override
    public void update(String request) {
        connection.prepareUpdate(request).execute();
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
        CloseHelper.closeAll(http, server);
    }
}
