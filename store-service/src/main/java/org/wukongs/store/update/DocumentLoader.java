package org.wukongs.store.update;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.wukongs.error.WukongsException;
import org.wukongs.id.StringServer;
import org.wukongs.store.graph.TripleBuffer;
import org.wukongs.store.load.LoadOptions;
import org.wukongs.store.load.RdfLoader;
import org.wukongs.stream.StreamDefinition;

/** Reads the documents of LOAD: files in one directory, if the store has such. Any thread. */
final class DocumentLoader {

    private final Path directory; // null: no file may be loaded
    private final StringServer strings;

    DocumentLoader(Path directory, StringServer strings) {
        this.directory = directory;
        this.strings = strings;
    }

    /** Returns the encoded triples of a {@code file:} IRI; USER error if it may not be read. */
    TripleBuffer[] load(String iri) {
        return load(allowed(iri), iri);
    }

    /** Returns the encoded triples of a file, whose relative IRIs are relative to {@code iri}. */
    TripleBuffer[] load(Path file, String iri) {
        RdfLoader loader = new RdfLoader(strings, LoadOptions.STRICT);
        loader.add(StreamDefinition.STORED, file, iri);
        List<TripleBuffer> triples = new ArrayList<>();
        loader.insert(
                byGraph -> {
                    checkOneGraph(iri, byGraph);
                    byGraph.values().forEach(buffers -> triples.addAll(List.of(buffers)));
                    return 0;
                });
        return triples.toArray(new TripleBuffer[0]);
    }

    private static void checkOneGraph(String iri, Map<String, TripleBuffer[]> byGraph) {
        if (byGraph.size() > 1) {
            throw WukongsException.user("LOAD of a document with named graphs: document=" + iri);
        }
    }

    private Path allowed(String iri) {
        if (directory == null) {
            throw refused(iri, "start the store with --load-dir to allow LOAD");
        }
        try {
            Path root = directory.toRealPath();
            Path file = Path.of(URI.create(iri)).toRealPath();
            if (file.startsWith(root) && Files.isRegularFile(file)) {
                return file;
            }
        } catch (IOException | RuntimeException e) {
            // not a file that exists: the client learns no more than that
        }
        throw refused(iri, "LOAD reads files below --load-dir only, as file:///… IRIs");
    }

    private static WukongsException refused(String iri, String why) {
        return WukongsException.user(why + ": document=" + iri);
    }
}
