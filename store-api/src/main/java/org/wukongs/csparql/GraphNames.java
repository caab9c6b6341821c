package org.wukongs.csparql;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Resolves names after GRAPH and WINDOW to the IRI that stands for them in the SPARQL text. */
final class GraphNames {

    private final SourceText source;
    private final NameResolver names;
    private final boolean continuous;
    private final Dataset dataset;
    private final Map<String, String> aliases = new LinkedHashMap<>();

    GraphNames(SourceText source, NameResolver names, boolean continuous, Dataset dataset) {
        this.source = source;
        this.names = names;
        this.continuous = continuous;
        this.dataset = dataset;
    }

    /** IRI → registered name of the stored graphs seen so far. */
    Map<String, String> aliases() {
        return aliases;
    }

    String resolveWindow(Token keyword, NameRef name) {
        if (!continuous) {
            throw source.error(
                    keyword, "'WINDOW' in a one-shot query, which needs REGISTER QUERY before it");
        }
        return window(name)
                .orElseThrow(
                        () ->
                                source.error(
                                        name.token(),
                                        "unknown window "
                                                + name.token().shown()
                                                + ", expected a window of the query: "
                                                + NameResolver.shown(
                                                        windowIris(dataset.windows()))));
    }

    String resolveGraph(NameRef name) {
        Optional<String> window = window(name);
        if (window.isPresent()) {
            return window.get();
        }
        Optional<String> listed =
                names.match(name, dataset.graphs().stream().map(QueryGraph::graph).toList());
        Optional<String> graph = listed.isPresent() ? listed : names.graph(name);
        if (graph.isPresent()) {
            String iri = NameResolver.iriOf(graph.get());
            aliases.put(iri, graph.get());
            return iri;
        }
        if (!continuous && !name.bare()) {
            return name.iri();
        }
        if (names.stream(name).isPresent()) {
            throw notListed(name);
        }
        throw names.unknownGraph(name);
    }

    private CsparqlSyntaxException notListed(NameRef name) {
        String shown = name.token().shown();
        String expected =
                continuous
                        ? "FROM STREAM " + name.token().text() + " [RANGE … STEP …] before WHERE"
                        : "a stored graph; a query over streams needs REGISTER QUERY";
        return source.error(
                name.token(),
                "stream " + shown + " is not listed by the query, expected " + expected);
    }

    private Optional<String> window(NameRef name) {
        List<String> iris = windowIris(dataset.windows());
        if (iris.contains(name.iri())) {
            return Optional.of(name.iri());
        }
        List<String> streams =
                dataset.windows().stream().map(QueryWindow::stream).distinct().toList();
        Optional<String> stream = names.match(name, streams);
        if (stream.isEmpty()) {
            return Optional.empty();
        }
        List<String> candidates = windowIris(dataset.windowsOf(stream.get()));
        String own = NameResolver.iriOf(stream.get());
        if (candidates.size() == 1 || candidates.contains(own)) {
            return Optional.of(candidates.contains(own) ? own : candidates.get(0));
        }
        throw source.error(
                name.token(),
                "stream "
                        + name.token().shown()
                        + " has several windows, expected the name of one: "
                        + NameResolver.shown(candidates));
    }

    private static List<String> windowIris(List<QueryWindow> windows) {
        return windows.stream().map(QueryWindow::iri).toList();
    }
}
