package org.wukongs.benchmarks.lsbench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.eclipse.rdf4j.common.transaction.IsolationLevels;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.query.TupleQuery;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.eclipse.rdf4j.repository.sail.SailRepository;
import org.eclipse.rdf4j.rio.helpers.NTriplesUtil;
import org.eclipse.rdf4j.sail.memory.MemoryStore;
import org.wukongs.benchmarks.engine.Execution;
import org.wukongs.benchmarks.engine.Rdf4jEngine;
import org.wukongs.benchmarks.lsbench.data.LsbenchFiles;
import org.wukongs.benchmarks.lsbench.data.TimeScale;
import org.wukongs.kafka.lsbench.LsbenchStreams;
import org.wukongs.store.load.LoadOptions;
import org.wukongs.store.load.StreamFileReader;
import org.wukongs.stream.Tuple;

/**
 * RDF4J's MemoryStore with a named graph a window. At each step one transaction, without isolation,
 * adds the triples that came, removes those that left and absorbs the timeless ones; then prepared
 * queries are evaluated again.
 */
final class Rdf4jWindows implements AutoCloseable {

    /** The graph of the stored triples. */
    private static final String STORED = "urn:stored";

    private static final Pattern HEADER = Pattern.compile("REGISTER QUERY \\S+ AS");
    private static final Pattern STREAM =
            Pattern.compile("FROM STREAM (<[^>]*>) \\[RANGE 1s STEP 100ms]");

    private final SailRepository repository = new SailRepository(new MemoryStore());
    private final RepositoryConnection connection = repository.getConnection();
    private final ValueFactory values = connection.getValueFactory();
    private final IRI stored = values.createIRI(STORED);
    private final long rangeMs;
    private final TimeScale scale;
    private final Map<LsbenchStreams, StreamFileReader> sources =
            new EnumMap<>(LsbenchStreams.class);
    private final Map<LsbenchStreams, Window> windows = new EnumMap<>(LsbenchStreams.class);
    private final List<Statement> timeless = new ArrayList<>();
    private final List<TupleQuery> queries = new ArrayList<>();

    /** The tuples of one stream's window, and which of its triples come and go when it moves. */
    static final class Window {

        private record Arrival(long timeMs, Statement triple) {}

        private final ArrayDeque<Arrival> arrivals = new ArrayDeque<>();
        private final Map<Statement, Integer> counts = new HashMap<>();
        private final List<Statement> added = new ArrayList<>();
        private final List<Statement> removed = new ArrayList<>();

        void arrive(long timeMs, Statement triple) {
            arrivals.add(new Arrival(timeMs, triple));
            if (counts.merge(triple, 1, Integer::sum) == 1) {
                added.add(triple);
            }
        }

        /** Tuples before {@code fromMs} leave; a triple leaves with the last of its tuples. */
        void expire(long fromMs) {
            while (!arrivals.isEmpty() && arrivals.peek().timeMs() < fromMs) {
                Statement triple = arrivals.remove().triple();
                if (counts.merge(triple, -1, Integer::sum) == 0) {
                    counts.remove(triple);
                    removed.add(triple);
                }
            }
        }

        /** New since {@link #settled}; before {@link #removed}, as a triple may do both. */
        List<Statement> added() {
            return added;
        }

        List<Statement> removed() {
            return removed;
        }

        /** What came and went has been done. */
        void settled() {
            added.clear();
            removed.clear();
        }
    }

    /** Loads the stored triples. */
    Rdf4jWindows(LsbenchFiles files, TimeScale scale, long rangeMs) throws IOException {
        this.rangeMs = rangeMs;
        this.scale = scale;
        Rdf4jEngine.load(connection, files.stored(), stored);
        for (Map.Entry<LsbenchStreams, Path> stream : files.streams().entrySet()) {
            sources.put(
                    stream.getKey(), new StreamFileReader(stream.getValue(), LoadOptions.STRICT));
            windows.put(stream.getKey(), new Window());
        }
    }

    /** Adds a query, given as C-SPARQL. */
    void register(String csparql) {
        queries.add(connection.prepareTupleQuery(sparql(csparql)));
    }

    /**
     * A text as this project's {@code LsbenchQueries} writes it, as SPARQL over named graphs: one a
     * stream, which holds its window.
     */
    static String sparql(String csparql) {
        String body = HEADER.matcher(csparql).replaceFirst("");
        String windows = STREAM.matcher(body).replaceAll("FROM $1 FROM NAMED $1");
        return windows.replace("FROM STORED", "FROM NAMED <" + STORED + ">")
                .replace("GRAPH STORED", "GRAPH <" + STORED + ">");
    }

    /**
     * Moves all windows to end at {@code windowEndMs}; returns what the store took for it, in ns,
     * reading and parsing left out.
     */
    long advanceTo(long windowEndMs) {
        sources.forEach((stream, source) -> read(stream, source, windowEndMs));
        long startNs = System.nanoTime();
        connection.begin(IsolationLevels.NONE);
        windows.forEach(
                (stream, window) -> {
                    IRI graph = values.createIRI(stream.streamName());
                    connection.add(window.added(), graph);
                    connection.remove(window.removed(), graph);
                    window.settled();
                });
        connection.add(timeless, stored);
        connection.commit();
        timeless.clear();
        return System.nanoTime() - startNs;
    }

    private void read(LsbenchStreams stream, StreamFileReader source, long windowEndMs) {
        long fileEndMs = scale.fileTimeMs(windowEndMs);
        Window window = windows.get(stream);
        Set<String> timing = stream.timingPredicates();
        while (source.nextTimeMs() < fileEndMs) {
            Tuple tuple = source.take();
            Statement triple =
                    values.createStatement(
                            NTriplesUtil.parseResource(tuple.subject(), values),
                            NTriplesUtil.parseURI(tuple.predicate(), values),
                            NTriplesUtil.parseValue(tuple.object(), values));
            window.arrive(scale.timeMs(tuple.eventTimeMs()), triple);
            if (!timing.contains(triple.getPredicate().stringValue())) {
                timeless.add(triple);
            }
        }
        window.expire(windowEndMs - rangeMs);
    }

    /** Runs query {@code index}, in the order of registration. */
    Execution execute(int index) {
        return Rdf4jEngine.execute(queries.get(index), System.nanoTime());
    }

    @Override
    public void close() {
        sources.values().forEach(StreamFileReader::close);
        connection.close();
        repository.shutDown();
    }
}
