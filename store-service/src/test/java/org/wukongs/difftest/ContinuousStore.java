package org.wukongs.difftest;

import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.wukongs.client.WindowResult;
import org.wukongs.store.replay.ReplayRun;
import org.wukongs.stream.StreamDefinition;

/** A history replayed through a store node with registered queries. */
final class ContinuousStore {

    private final Path folder;

    ContinuousStore(Path folder) {
        this.folder = folder;
    }

    /** Each query's results by window end. */
    Map<String, NavigableMap<Long, WindowResult>> run(
            StreamHistory history, Collection<ContinuousQuery> queries) {
        Map<StreamDefinition, Path> files = new LinkedHashMap<>();
        history.tuples()
                .forEach(
                        (stream, tuples) ->
                                files.put(
                                        stream,
                                        ReplayRun.file(folder, "s" + files.size(), tuples)));
        Map<String, NavigableMap<Long, WindowResult>> results = new LinkedHashMap<>();
        List<String> texts = queries.stream().map(ContinuousQuery::text).toList();
        queries.forEach(query -> results.put(query.name(), new TreeMap<>()));
        try (ReplayRun run = new ReplayRun()) {
            run.stored(history.stored()).run(files, texts, history.untilMs());
            for (WindowResult result : run.results) {
                results.get(result.query()).put(result.windowEndMs(), result);
            }
        }
        return results;
    }
}
