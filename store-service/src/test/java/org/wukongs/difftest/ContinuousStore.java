package org.wukongs.difftest;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.agrona.concurrent.SystemNanoClock;
import org.wukongs.client.WindowResult;
import org.wukongs.csparql.CsparqlParser;
import org.wukongs.csparql.FixedCatalog;
import org.wukongs.store.cluster.LocalCluster;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.store.node.StoreNode;
import org.wukongs.store.replay.ReplayRun;
import org.wukongs.store.replay.ServedRun;
import org.wukongs.store.server.HelperThreads;
import org.wukongs.stream.StreamDefinition;

/** A store that gets a history, with registered queries. */
final class ContinuousStore {

    private final Path folder;
    private final FeedKind kind;
    private final StoreConfig config;

    /** {@code injectorCount} threads share every insert. */
    ContinuousStore(Path folder, FeedKind kind, int injectorCount) {
        this.folder = folder;
        this.kind = kind;
        this.config =
                StoreConfig.builder().injectorCount(injectorCount).sharedInsertRowsMin(1).build();
    }

    FeedKind kind() {
        return kind;
    }

    /** Each query's results by window end. */
    Map<String, NavigableMap<Long, WindowResult>> run(
            StreamHistory history, Collection<ContinuousQuery> queries) {
        Map<String, NavigableMap<Long, WindowResult>> results = new LinkedHashMap<>();
        queries.forEach(query -> results.put(query.name(), new TreeMap<>()));
        for (WindowResult result : results(history, queries)) {
            if (!history.isDerived(result.query())) {
                results.get(result.query()).put(result.windowEndMs(), result);
            }
        }
        return results;
    }

    private List<WindowResult> results(StreamHistory history, Collection<ContinuousQuery> queries) {
        return switch (kind) {
            case REPLAY -> replayed(history, queries);
            case STEPS -> stepped(history, queries);
            case NODES -> steppedAtNodes(history, queries);
            case SERVER -> served(history, queries);
        };
    }

    private StoreNode newNode() {
        return new StoreNode(config, new SystemNanoClock(), HelperThreads.helpers(config));
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
        List<String> texts = new ArrayList<>();
        history.derivations().forEach(query -> texts.add(query.text()));
        queries.forEach(query -> texts.add(query.text()));
        try (ReplayRun run = new ReplayRun(newNode())) {
            return run.stored(history.stored()).run(files, texts, history.untilMs()).results;
        }
    }

    private List<WindowResult> stepped(StreamHistory history, Collection<ContinuousQuery> queries) {
        try (SteppedRun run = new SteppedRun(newNode(), history)) {
            return run.run(queries);
        }
    }

    private List<WindowResult> steppedAtNodes(
            StreamHistory history, Collection<ContinuousQuery> queries) {
        LocalCluster cluster = new LocalCluster(2 + queries.size() % 2, config);
        try (cluster;
                SteppedRun run = new SteppedRun(cluster.node(1), history)) {
            return run.run(queries);
        }
    }

    private List<WindowResult> served(StreamHistory history, Collection<ContinuousQuery> queries) {
        Map<String, Long> stepMsByText = new LinkedHashMap<>();
        FixedCatalog catalog = FixedCatalog.of(history.streams(), Terms.GRAPHS);
        for (ContinuousQuery query : queries) {
            CsparqlParser.parse(query.text(), catalog); // says it as for an embedded store
            stepMsByText.put(query.text(), query.stepMs());
        }
        if (history.firstMs() == Long.MAX_VALUE) {
            return List.of();
        }
        try (ServedRun run = new ServedRun(config)) {
            return run.stored(history.stored())
                    .run(history.tuples(), stepMsByText, history.firstMs(), history.untilMs())
                    .results();
        }
    }
}
