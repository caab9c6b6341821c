package org.wukongs.difftest;

import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.wukongs.client.WindowResult;
import org.wukongs.csparql.CsparqlParser;
import org.wukongs.csparql.FixedCatalog;
import org.wukongs.store.replay.ReplayRun;
import org.wukongs.store.replay.ServedRun;
import org.wukongs.stream.StreamDefinition;

/** A history replayed through a store node with registered queries. */
final class ContinuousStore {

    private final Path folder;
    private final boolean served;

    /** {@code served}: by a server with workers, not by an embedded node. */
    ContinuousStore(Path folder, boolean served) {
        this.folder = folder;
        this.served = served;
    }

    /**
     * Does a stored pattern see only what has come on the query's own streams for sure? Then a
     * query has to read all streams to be judged.
     */
    boolean seesOwnStreamsOnly() {
        return served;
    }

    /** Each query's results by window end. */
    Map<String, NavigableMap<Long, WindowResult>> run(
            StreamHistory history, Collection<ContinuousQuery> queries) {
        Map<String, NavigableMap<Long, WindowResult>> results = new LinkedHashMap<>();
        queries.forEach(query -> results.put(query.name(), new TreeMap<>()));
        for (WindowResult result : served ? served(history, queries) : replayed(history, queries)) {
            results.get(result.query()).put(result.windowEndMs(), result);
        }
        return results;
    }

    private List<WindowResult> replayed(
            StreamHistory history, Collection<ContinuousQuery> queries) {
        Map<StreamDefinition, Path> files = new LinkedHashMap<>();
        history.tuples()
                .forEach(
                        (stream, tuples) ->
                                files.put(
                                        stream,
                                        ReplayRun.file(folder, "s" + files.size(), tuples)));
        List<String> texts = queries.stream().map(ContinuousQuery::text).toList();
        try (ReplayRun run = new ReplayRun()) {
            return run.stored(history.stored()).run(files, texts, history.untilMs()).results;
        }
    }

    private static List<WindowResult> served(
            StreamHistory history, Collection<ContinuousQuery> queries) {
        Map<String, Long> stepMsByText = new LinkedHashMap<>();
        FixedCatalog catalog = FixedCatalog.of(history.streams(), Terms.GRAPHS);
        for (ContinuousQuery query : queries) {
            CsparqlParser.parse(query.text(), catalog); // says it as for an embedded store
            stepMsByText.put(query.text(), query.stepMs());
        }
        if (history.firstMs() == Long.MAX_VALUE) {
            return List.of();
        }
        try (ServedRun run = new ServedRun()) {
            return run.stored(history.stored())
                    .run(history.tuples(), stepMsByText, history.firstMs(), history.untilMs())
                    .results();
        }
    }
}
