package org.wukongs.store.load;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.wukongs.id.StringServer;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.graph.TripleBuffer;
import org.wukongs.stream.EncodedBatch;

/** Loads RDF files, all or nothing: no triple is handed on before all files are parsed. */
public final class RdfLoader {

    /**
     * Files that are smaller together are loaded by one thread: that takes milliseconds, and terms
     * get the same ids each time.
     */
    static final long PARALLEL_BYTES_MIN = 1 << 20;

    private final Supplier<TripleEncoder> encoders;
    private final LoadOptions options;
    private final List<SourceFile> files = new ArrayList<>();
    private LoadFailures failures = new LoadFailures(false);

    /** Loads with the dictionary of another process. */
    public RdfLoader(StringServer strings, LoadOptions options) {
        this(() -> new BulkEncoder(strings), options);
    }

    /** Loads with the dictionary of this process. */
    public RdfLoader(TermDictionary dictionary, LoadOptions options) {
        this(() -> new DictionaryEncoder(dictionary), options);
    }

    private RdfLoader(Supplier<TripleEncoder> encoders, LoadOptions options) {
        this.encoders = encoders;
        this.options = options;
    }

    /** Receives encoded triples, message by message. */
    public interface Target {
        void load(String graph, EncodedBatch triples);
    }

    /** Receives encoded triples, all at once. */
    public interface StoredTarget {

        /** Adds the triples of each graph; returns how many of them were new. */
        long load(Map<String, TripleBuffer[]> triplesByGraph);
    }

    /**
     * Adds a file to the load. Its default graph goes to {@code graph}, which exists after the load
     * even if the file is empty. Relative IRIs are relative to the file's URI.
     */
    public void add(String graph, Path file) {
        add(graph, file, DataFile.uri(file));
    }

    /**
     * Like {@link #add(String, Path)}, with relative IRIs in the file relative to {@code baseIri}.
     */
    public void add(String graph, Path file, String baseIri) {
        files.add(new SourceFile(files.size(), graph, file, baseIri));
    }

    /** Parses the files and adds their triples to graphs of this process. */
    public LoadSummary insert(StoredTarget target) {
        LoadRun run = parse();
        long newCount = target.load(run.staged());
        return new LoadSummary(
                run.statementCount(), newCount, failures.badCount(), failures.named());
    }

    /**
     * Parses the files and hands their triples to {@code target}; returns the number of statements.
     */
    public long finish(Target target) {
        LoadRun run = parse();
        run.staged()
                .forEach(
                        (graph, buffers) -> {
                            if (buffers.length == 0) {
                                TripleMessages.sendNothing(graph, target);
                            }
                            for (TripleBuffer buffer : buffers) {
                                TripleMessages.send(graph, buffer, target);
                            }
                        });
        return run.statementCount();
    }

    /**
     * Returns the number of skipped statements; in a format that is not line-based, the whole rest
     * of a file counts as one.
     */
    public long badCount() {
        return failures.badCount();
    }

    /** Returns the first skipped statements: message and place. */
    public List<String> bad() {
        return failures.named();
    }

    private LoadRun parse() {
        long bytes = 0;
        for (SourceFile file : files) {
            bytes += DataFile.sizeBytes(file.path());
        }
        boolean small = bytes < Math.min(PARALLEL_BYTES_MIN, options.blockBytes());
        LoadRun run = new LoadRun(small ? options.serial(bytes) : options, encoders);
        failures = run.failures();
        run.run(files);
        return run;
    }
}
