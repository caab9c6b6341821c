package org.wukongs.difftest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.wukongs.client.OneShotResult;
import org.wukongs.csparql.CsparqlSyntaxException;
import org.wukongs.error.WukongsException;
import org.wukongs.store.cluster.LocalCluster;
import org.wukongs.store.load.LoadOptions;
import org.wukongs.store.load.RdfLoader;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.store.node.StoreNode;
import org.wukongs.store.server.HelperThreads;
import org.wukongs.stream.StreamDefinition;

/**
 * A store of one or more nodes, fed by the loader of one and asked by the one-shot doors of all.
 */
final class StoreEngine implements AutoCloseable {

    private final LocalCluster cluster;
    private int askedCount;

    /** {@code folder}: where the file for the loader is written. */
    StoreEngine(String nQuads, Path folder, int nodeCount) {
        cluster = new LocalCluster(nodeCount, HelperThreads.helpers(StoreConfig.DEFAULT));
        try {
            Path file = Files.writeString(folder.resolve("data.nq"), nQuads);
            StoreNode node = cluster.node(nodeCount - 1);
            RdfLoader loader = new RdfLoader(node.dictionary(), LoadOptions.STRICT);
            loader.add(StreamDefinition.STORED, file);
            loader.finish(node.loader()::load);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Asks one node after the other. */
    Answer answer(String text) {
        try {
            StoreNode node = cluster.node(askedCount++ % cluster.nodeCount());
            OneShotResult result = node.query(text);
            return Answer.of(result.vars(), result.rows());
        } catch (CsparqlSyntaxException e) {
            return Answer.rejected(e.getMessage());
        } catch (WukongsException e) {
            return Answer.failed(e.toString());
        }
    }

    @Override
    public void close() {
        cluster.close();
    }
}
