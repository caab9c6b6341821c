package org.wukongs.store.load;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.graph.TripleBuffer;

/** A load into sets of strings: what a test asks of one. */
final class Loaded implements RdfLoader.StoredTarget {

    static final String GRAPH = "G";

    final TermDictionary dictionary = new TermDictionary(TermDictionary.TERM_COUNT_MAX_DEFAULT);

    /** Graph, subject, predicate, object. */
    final Set<List<String>> quads = new LinkedHashSet<>();

    LoadSummary summary;

    /** Loads files into the graph {@link #GRAPH}. */
    static Loaded of(LoadOptions options, List<Path> files) {
        Loaded loaded = new Loaded();
        RdfLoader loader = new RdfLoader(loaded.dictionary, options);
        files.forEach(file -> loader.add(GRAPH, file));
        loaded.summary = loader.insert(loaded);
        return loaded;
    }

    @Override
    public long load(Map<String, TripleBuffer[]> triplesByGraph) {
        triplesByGraph.forEach(
                (graph, buffers) -> {
                    for (TripleBuffer buffer : buffers) {
                        add(graph, buffer);
                    }
                });
        return quads.size();
    }

    private void add(String graph, TripleBuffer buffer) {
        for (long row = 0; row < buffer.size(); row++) {
            quads.add(
                    List.of(
                            graph,
                            dictionary.vertex(buffer.subject(row)),
                            dictionary.predicate(buffer.pid(row)),
                            dictionary.vertex(buffer.object(row))));
        }
    }

    /** As {@link RioReference} gives them, with their graphs' names. */
    static List<List<String>> quads(List<List<String>> statements, String defaultGraph) {
        List<List<String>> quads = new ArrayList<>();
        for (List<String> statement : statements) {
            String graph = statement.size() == 3 ? defaultGraph : graphName(statement.get(3));
            quads.add(List.of(graph, statement.get(0), statement.get(1), statement.get(2)));
        }
        return quads;
    }

    private static String graphName(String term) {
        return term.startsWith("<")
                ? TermDictionary.value(term).stringValue()
                : "urn:wukongs:blank:" + term.substring("_:".length());
    }
}
