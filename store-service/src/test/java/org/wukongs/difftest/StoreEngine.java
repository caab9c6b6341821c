package org.wukongs.difftest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.agrona.concurrent.SystemNanoClock;
import org.wukongs.client.OneShotResult;
import org.wukongs.csparql.CsparqlSyntaxException;
import org.wukongs.error.WukongsException;
import org.wukongs.store.load.LoadOptions;
import org.wukongs.store.load.RdfLoader;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.store.node.StoreNode;
import org.wukongs.store.server.HelperThreads;
import org.wukongs.stream.StreamDefinition;

/** A store node, fed by the loader and asked by its one-shot door. */
final class StoreEngine {

    private final StoreNode node =
            new StoreNode(
                    StoreConfig.DEFAULT,
                    new SystemNanoClock(),
                    HelperThreads.helpers(StoreConfig.DEFAULT));

    /** {@code folder}: where the file for the loader is written. */
    StoreEngine(String nQuads, Path folder) {
        try {
            Path file = Files.writeString(folder.resolve("data.nq"), nQuads);
            RdfLoader loader = new RdfLoader(node.dictionary(), LoadOptions.STRICT);
            loader.add(StreamDefinition.STORED, file);
            loader.finish(node.loader()::load);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Answer answer(String text) {
        try {
            OneShotResult result = node.query(text);
            return Answer.of(result.vars(), result.rows());
        } catch (CsparqlSyntaxException e) {
            return Answer.rejected(e.getMessage());
        } catch (WukongsException e) {
            return Answer.failed(e.toString());
        }
    }
}
