package org.wukongs.csparql;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.wukongs.csparql.Registration.Every;
import org.wukongs.stream.StreamDefinition;

/** Resolves dataset clauses to windows and stored graphs, and checks them. */
final class DatasetResolver {

    private final SourceText source;
    private final NameResolver names;
    private final List<QueryWindow> windows = new ArrayList<>();
    private final Set<QueryGraph> graphs = new LinkedHashSet<>();
    private final Set<String> windowIris = new HashSet<>();
    private final Set<String> graphIris = new HashSet<>();

    DatasetResolver(SourceText source, NameResolver names) {
        this.source = source;
        this.names = names;
    }

    Dataset resolve(Header header) {
        for (DatasetClause clause : header.dataset()) {
            if (clause.window() == null) {
                addGraph(clause);
            } else if (header.continuous()) {
                addWindow(clause);
            } else {
                throw source.error(
                        clause.from(),
                        "window at 'FROM' in a one-shot query, which needs REGISTER QUERY before it");
            }
        }
        if (header.continuous() && header.registration().every() != null) {
            checkEvery(header.registration().every());
        }
        return new Dataset(List.copyOf(windows), List.copyOf(graphs), batchIntervalMs());
    }

    private long batchIntervalMs() {
        long smallest = Long.MAX_VALUE;
        for (QueryWindow window : windows) {
            OptionalLong interval = names.batchIntervalMs(window.stream());
            smallest =
                    Math.min(smallest, interval.orElse(StreamDefinition.BATCH_INTERVAL_MS_DEFAULT));
        }
        return windows.isEmpty() ? 0 : smallest;
    }

    private void addWindow(DatasetClause clause) {
        NameRef name = clause.name();
        String stream = names.stream(name).orElseThrow(() -> names.unknownStream(name));
        // Looked up for each window, in their order: a query is where its first stream is.
        OptionalLong interval = names.batchIntervalMs(stream);
        DatasetClause.Window window = clause.window();
        if (window.tripleCount() == 0) {
            checkStep("step", window.stepMs(), window.step(), stream, interval);
        }
        NameRef windowName = clause.windowName();
        String iri = windowName == null ? NameResolver.iriOf(stream) : windowName.iri();
        Token at = windowName == null ? name.token() : windowName.token();
        checkNotTaken(at, iri, stream, clause.named());
        windowIris.add(iri);
        checkNotBoth(at, iri);
        windows.add(
                new QueryWindow(
                        iri,
                        stream,
                        window.rangeMs(),
                        window.stepMs(),
                        window.tripleCount(),
                        clause.named()));
    }

    /** One name may stand for two windows of a stream, one NAMED, one not ({@link QueryWindow}). */
    private void checkNotTaken(Token at, String iri, String stream, boolean named) {
        for (QueryWindow other : windows) {
            boolean otherKind = other.stream().equals(stream) && other.named() != named;
            if (other.iri().equals(iri) && !otherKind) {
                throw source.error(
                        at,
                        "second window with the name "
                                + at.shown()
                                + ", expected FROM WINDOW with a name of its own");
            }
        }
    }

    private void addGraph(DatasetClause clause) {
        NameRef name = clause.name();
        String graph =
                names.graph(name)
                        .orElseThrow(
                                () ->
                                        names.stream(name).isPresent()
                                                ? source.error(
                                                        name.token(),
                                                        "stream "
                                                                + name.token().shown()
                                                                + " without window, expected [RANGE … STEP"
                                                                + " …] after it")
                                                : names.unknownGraph(name));
        String iri = NameResolver.iriOf(graph);
        graphIris.add(iri);
        checkNotBoth(name.token(), iri);
        graphs.add(new QueryGraph(iri, graph, clause.named()));
    }

    private void checkNotBoth(Token at, String iri) {
        if (windowIris.contains(iri) && graphIris.contains(iri)) {
            throw source.error(
                    at,
                    at.shown()
                            + " names a window and a stored graph, expected FROM WINDOW with a name of its own");
        }
    }

    private void checkEvery(Every every) {
        for (QueryWindow window : windows) {
            OptionalLong interval = names.batchIntervalMs(window.stream());
            checkStep("COMPUTED EVERY", every.ms(), every.token(), window.stream(), interval);
        }
    }

    private void checkStep(
            String what, long stepMs, Token at, String stream, OptionalLong interval) {
        if (interval.isPresent() && stepMs % interval.getAsLong() != 0) {
            throw source.error(
                    at,
                    String.format(
                            "%s of %d ms at %s, expected a multiple of the batch interval of %d ms of stream %s",
                            what, stepMs, at.shown(), interval.getAsLong(), stream));
        }
    }
}
