package org.wukongs.store.replay;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.agrona.concurrent.SystemNanoClock;
import org.wukongs.client.WindowResult;
import org.wukongs.naive.NaiveTriple;
import org.wukongs.store.graph.StoreChecker;
import org.wukongs.store.load.LoadOptions;
import org.wukongs.store.load.StreamFileReader;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.store.node.StoreNode;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;
import org.wukongs.stream.TupleBatch;
import org.wukongs.stream.TupleEncoder;

/** A replay from start to end, its results collected. */
public final class ReplayRun implements AutoCloseable {

    public final StoreNode node;
    public final List<WindowResult> results = new ArrayList<>();

    public ReplayRun() {
        this(new StoreNode(StoreConfig.DEFAULT, new SystemNanoClock()));
    }

    public ReplayRun(StoreNode node) {
        this.node = node;
    }

    /** Stored triples by graph name; a graph without any is there and empty. */
    public ReplayRun stored(Map<String, ? extends Collection<NaiveTriple>> triplesByGraph) {
        load(node, triplesByGraph);
        return this;
    }

    /** As {@link #stored}, into any embedded node. */
    public static void load(
            StoreNode node, Map<String, ? extends Collection<NaiveTriple>> triplesByGraph) {
        TupleEncoder encoder = new TupleEncoder(node.dictionary());
        triplesByGraph.forEach(
                (graph, triples) -> {
                    List<Tuple> tuples = new ArrayList<>();
                    for (NaiveTriple t : triples) {
                        tuples.add(new Tuple(0, t.subject(), t.predicate(), t.object()));
                    }
                    EncodedBatch batch = encoder.encode(new TupleBatch(0, false, tuples));
                    node.loader().load(graph, batch);
                });
    }

    public ReplayRun run(Map<StreamDefinition, Path> streams, List<String> queries, long untilMs) {
        long batchIntervalMs = streams.keySet().iterator().next().batchIntervalMs();
        try (Replay replay = new Replay(node, batchIntervalMs)) {
            streams.forEach(
                    (definition, file) ->
                            replay.addStream(
                                    definition, new StreamFileReader(file, LoadOptions.STRICT)));
            queries.forEach(replay::addQuery);
            replay.run(untilMs, timeMs -> {}, results::add);
        }
        new StoreChecker(node.stored(), node.dictionary()).check().throwIfUnsound();
        return this;
    }

    /** Writes tuples, in order of time, as a stream file. */
    public static Path file(Path directory, String name, List<Tuple> tuples) {
        try {
            Path file = directory.resolve(name + ".tsv");
            List<String> lines = tuples.stream().map(Tuple::toLine).toList();
            return Files.write(file, lines, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        node.close();
    }
}
