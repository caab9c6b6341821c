package org.wukongs.store.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.wukongs.error.WukongsException;
import org.wukongs.id.StringServer;
import org.wukongs.store.load.LoadOptions;
import org.wukongs.store.load.RdfLoader;
import org.wukongs.stream.StreamDefinition;
import picocli.CommandLine.Option;

/** What to load, as {@code query}, {@code replay} and {@code load} share it. */
final class DataOptions {

    @Option(
            names = "--data",
            arity = "1..*",
            paramLabel = "FILE",
            description =
                    "RDF files for the stored default graph; .nt .nq .ttl .trig .jsonld .rdf, plain, .gz or .zst.")
    private List<Path> data = new ArrayList<>();

    @Option(
            names = "--graph",
            arity = "1..*",
            paramLabel = "NAME=FILE",
            description = "RDF files for stored named graphs; NAME is an IRI or a bare word.")
    private List<String> graphs = new ArrayList<>();

    @Option(names = "--skip-bad", description = "Count bad statements and go on.")
    private boolean skipBad;

    boolean isEmpty() {
        return data.isEmpty() && graphs.isEmpty();
    }

    /** Loads everything or, after an error, nothing; reports to {@code err} on a terminal. */
    long load(StringServer strings, RdfLoader.Target target, PrintWriter err) {
        List<NamedFile> files = new ArrayList<>();
        data.forEach(file -> files.add(new NamedFile(StreamDefinition.STORED, file)));
        graphs.forEach(argument -> files.add(NamedFile.parse("--graph", argument)));
        try (ProgressLine progress = new ProgressLine("loading", totalBytes(files), err)) {
            RdfLoader loader = new RdfLoader(strings, new LoadOptions(skipBad, progress::advance));
            files.forEach(named -> loader.add(named.name(), named.file()));
            long count = loader.finish(target);
            if (loader.badCount() > 0) {
                err.println("warning: bad statements skipped: count=" + loader.badCount());
            }
            return count;
        }
    }

    LoadOptions loadOptions() {
        return new LoadOptions(skipBad, bytes -> {});
    }

    private static long totalBytes(List<NamedFile> files) {
        long total = 0;
        for (NamedFile named : files) {
            try {
                total += Files.size(named.file());
            } catch (IOException e) {
                throw WukongsException.user("no such file: file=" + named.file());
            }
        }
        return total;
    }
}
