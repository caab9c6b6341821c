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
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.query.TupleQuery;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.eclipse.rdf4j.repository.sail.SailRepository;
import org.eclipse.rdf4j.rio.RDFFormat;
import org.eclipse.rdf4j.rio.helpers.NTriplesUtil;
import org.eclipse.rdf4j.sail.memory.MemoryStore;
import org.wukongs.benchmarks.engine.Execution;
import org.wukongs.benchmarks.engine.Rdf4jSolutions;
import org.wukongs.benchmarks.lsbench.data.LsbenchFiles;
import org.wukongs.benchmarks.lsbench.data.TimeScale;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.kafka.lsbench.LsbenchStreams;
import org.wukongs.store.load.LoadOptions;
import org.wukongs.store.load.StreamFileReader;
import org.wukongs.stream.Tuple;

/**
 * RDF4J's MemoryStore with a named graph a window. At each step one transaction, without isolation,
 * adds the triples that came, removes those that left and absorbs the timeless ones; then prepared
 * queries are evaluated again.
 */
public final class Rdf4jWindows implements AutoCloseable {

    private final SailRepository repository = new SailRepository(new MemoryStore());
    private final RepositoryConnection connection = repository.getConnection();
    private final ValueFactory values = connection.getValueFactory();
    private final IRI stored = values.createIRI(PeerQuery.STORED);
    private final long rangeMs;
    private final TimeScale scale;
    private final Map<LsbenchStreams, StreamFileReader> sources =
            new EnumMap<>(LsbenchStreams.class);
    private final Map<LsbenchStreams, PeerWindow> windows = new EnumMap<>(LsbenchStreams.class);
    private final List<Statement> timeless = new ArrayList<>();
    private final List<TupleQuery> queries = new ArrayList<>();

    /** Loads the stored triples. */
    public Rdf4jWindows(LsbenchFiles files, TimeScale scale, long rangeMs) {
        this.rangeMs = rangeMs;
        this.scale = scale;
        try {
            connection.begin(IsolationLevels.NONE);
            connection.add(files.stored().toFile(), RDFFormat.NTRIPLES, stored);
            connection.commit();
        } catch (IOException e) {
            throw cannotRead(files.stored(), e);
        }
        for (LsbenchStreams stream : LsbenchStreams.values()) {
            sources.put(
                    stream, new StreamFileReader(files.streams().get(stream), LoadOptions.STRICT));
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
        StreamFileReader source = sources.get(stream);
        long fileEndMs = scale.fileTimeMs(windowEndMs);
        PeerWindow window = windows.get(stream);
        Set<String> timing = stream.timingPredicates();
        while (source.nextTimeMs() < fileEndMs) {
            Tuple tuple = source.take();
            Statement triple = statement(tuple);
            window.arrive(scale.timeMs(tuple.eventTimeMs()), triple);
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
        Rdf4jSolutions solutions = Rdf4jSolutions.of(queries.get(index));
        long engineNs = System.nanoTime() - startNs;
        List<String[]> rows = solutions.rows();
        return new Execution(engineNs, System.nanoTime() - startNs, rows);
    }

    private static WukongsException cannotRead(Path file, IOException e) {
        return new WukongsException(Category.USER, "cannot read: file=" + file + " reason=" + e, e);
    }

    @Override
    public void close() {
        sources.values().forEach(StreamFileReader::close);
        connection.close();
        repository.shutDown();
    }
}
