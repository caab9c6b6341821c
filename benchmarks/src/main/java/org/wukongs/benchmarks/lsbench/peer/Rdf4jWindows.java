package org.wukongs.benchmarks.lsbench.peer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.rdf4j.common.transaction.IsolationLevels;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.query.BindingSet;
import org.eclipse.rdf4j.query.TupleQuery;
import org.eclipse.rdf4j.query.TupleQueryResult;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.eclipse.rdf4j.repository.sail.SailRepository;
import org.eclipse.rdf4j.rio.RDFFormat;
import org.eclipse.rdf4j.rio.helpers.NTriplesUtil;
import org.eclipse.rdf4j.sail.memory.MemoryStore;
import org.wukongs.benchmarks.lsbench.data.LsbenchFiles;
import org.wukongs.benchmarks.lsbench.data.StreamSource;
import org.wukongs.benchmarks.lsbench.data.TimeScale;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.kafka.lsbench.LsbenchStreams;
import org.wukongs.stream.Tuple;

/**
 * RDF4J's MemoryStore with a named graph a window. At each step one transaction, without isolation,
 * adds the triples that came, removes those that left and absorbs the timeless ones; then prepared
 * queries are evaluated again.
 */
public final class Rdf4jWindows implements AutoCloseable {

    /**
     * One execution.
     *
     * @param engineNs until all solutions are there as RDF4J's own values
     * @param rows as N-Triples strings
     */
    public record Execution(long engineNs, List<String[]> rows) {}

    private final SailRepository repository = new SailRepository(new MemoryStore());
    private final RepositoryConnection connection = repository.getConnection();
    private final ValueFactory values = connection.getValueFactory();
    private final IRI stored = values.createIRI(PeerQuery.STORED);
    private final long rangeMs;
    private final Map<LsbenchStreams, StreamSource> sources = new EnumMap<>(LsbenchStreams.class);
    private final Map<LsbenchStreams, PeerWindow> windows = new EnumMap<>(LsbenchStreams.class);
    private final List<Statement> timeless = new ArrayList<>();
    private final List<TupleQuery> queries = new ArrayList<>();

    /** Loads the stored triples. */
    public Rdf4jWindows(LsbenchFiles files, TimeScale scale, long rangeMs) {
        this.rangeMs = rangeMs;
        try {
            connection.begin(IsolationLevels.NONE);
            connection.add(files.stored().toFile(), RDFFormat.NTRIPLES, stored);
            connection.commit();
        } catch (IOException e) {
            throw cannotRead(files.stored(), e);
        }
        for (LsbenchStreams stream : LsbenchStreams.values()) {
            sources.put(stream, new StreamSource(files.streams().get(stream), scale));
            windows.put(stream, new PeerWindow());
        }
    }

    public static String version() {
        return "RDF4J MemoryStore " + MemoryStore.class.getPackage().getImplementationVersion();
    }

    /** Adds a query, given as C-SPARQL. */
    public void register(String csparql) {
        queries.add(connection.prepareTupleQuery(PeerQuery.of(csparql)));
    }

    /**
     * Moves all windows to end at {@code windowEndMs}; returns what the store took for it, in ns,
     * reading and parsing left out.
     */
    public long advanceTo(long windowEndMs) {
        for (LsbenchStreams stream : LsbenchStreams.values()) {
            read(stream, windowEndMs);
        }
        long startNs = System.nanoTime();
        connection.begin(IsolationLevels.NONE);
        for (LsbenchStreams stream : LsbenchStreams.values()) {
            PeerWindow window = windows.get(stream);
            IRI graph = values.createIRI(stream.streamName());
            connection.add(window.added(), graph);
            connection.remove(window.removed(), graph);
            window.settled();
        }
        connection.add(timeless, stored);
        connection.commit();
        timeless.clear();
        return System.nanoTime() - startNs;
    }

    private void read(LsbenchStreams stream, long windowEndMs) {
        StreamSource source = sources.get(stream);
        PeerWindow window = windows.get(stream);
        Set<String> timing = stream.timingPredicates();
        while (source.nextTimeMs() < windowEndMs) {
            Tuple tuple = source.take();
            Statement triple = statement(tuple);
            window.arrive(tuple.eventTimeMs(), triple);
            if (!timing.contains(triple.getPredicate().stringValue())) {
                timeless.add(triple);
            }
        }
        window.expire(windowEndMs - rangeMs);
    }

    private Statement statement(Tuple tuple) {
        return values.createStatement(
                NTriplesUtil.parseResource(tuple.subject(), values),
                NTriplesUtil.parseURI(tuple.predicate(), values),
                NTriplesUtil.parseValue(tuple.object(), values));
    }

    /** Runs query {@code index}, in the order of registration. */
    public Execution execute(int index) {
        long startNs = System.nanoTime();
        List<BindingSet> solutions = new ArrayList<>();
        List<String> vars;
        try (TupleQueryResult result = queries.get(index).evaluate()) {
            vars = result.getBindingNames();
            while (result.hasNext()) {
                solutions.add(result.next());
            }
        }
        long engineNs = System.nanoTime() - startNs;
        List<String[]> rows = new ArrayList<>(solutions.size());
        for (BindingSet solution : solutions) {
            rows.add(row(solution, vars));
        }
        return new Execution(engineNs, rows);
    }

    private static String[] row(BindingSet solution, List<String> vars) {
        String[] row = new String[vars.size()];
        for (int i = 0; i < row.length; i++) {
            Value value = solution.getValue(vars.get(i));
            row[i] = value == null ? null : NTriplesUtil.toNTriplesString(value);
        }
        return row;
    }

    private static WukongsException cannotRead(Path file, IOException e) {
        return new WukongsException(Category.USER, "cannot read: file=" + file + " reason=" + e, e);
    }

    @Override
    public void close() {
        sources.values().forEach(StreamSource::close);
        connection.close();
        repository.shutDown();
    }
}
