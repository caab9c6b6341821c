package org.wukongs.store.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.wukongs.client.StoreClient;
import org.wukongs.error.IoReason;
import org.wukongs.error.WukongsException;
import org.wukongs.store.load.LoadOptions;
import org.wukongs.store.load.LoadSummary;
import org.wukongs.store.load.RdfLoader;
import org.wukongs.store.node.StoreNode;
import org.wukongs.stream.StreamDefinition;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Option;

/** Options that say what to load; {@code query}, {@code replay} and {@code load} share them. */
final class DataOptions {

    private static final double NS_PER_MS = 1e6;
    private static final double MS_PER_S = 1e3;

    @Option(
            names = "--data",
            arity = "1..*",
            paramLabel = "FILE",
            description =
                    "RDF files for the stored default graph; .nt .nq .ttl .trig .jsonld .rdf,"
                            + " plain, .gz or .zst.")
    private List<Path> data = new ArrayList<>();

    @Option(
            names = "--graph",
            arity = "1..*",
            paramLabel = "NAME=FILE",
            description = "RDF files for stored named graphs; NAME is an IRI or a bare word.")
    private List<String> graphs = new ArrayList<>();

    @Option(names = "--skip-bad", description = "Skip bad statements, and count them.")
    private boolean skipBad;

    @Option(
            names = "--load-threads",
            paramLabel = "N",
            description = "Threads that parse files (default: one per core; replay: 1).")
    private Integer loadThreads; // null for the default

    void checkBounds() {
        if (loadThreads != null) {
            OptionBounds.check("--load-threads", loadThreads, 1, OptionBounds.THREADS_MAX);
        }
        graphs.forEach(argument -> NamedFile.parse("--graph", argument));
    }

    boolean isEmpty() {
        return data.isEmpty() && graphs.isEmpty();
    }

    /**
     * Loads everything into {@code node} or, after an error in a file, nothing. Reports to {@code
     * err} on a terminal, and otherwise if {@code report} is true.
     */
    void load(StoreNode node, int threadsDefault, boolean report, PrintWriter err) {
        long startNs = System.nanoTime();
        long termsBefore = node.dictionary().termCount();
        LoadSummary summary =
                load(
                        options -> new RdfLoader(node.dictionary(), options),
                        (loader, progress) ->
                                loader.insert(
                                        triples -> {
                                            progress.phase("indexing");
                                            return node.loader().load(triples);
                                        }),
                        threadsDefault,
                        err);
        if (Ansi.AUTO.enabled() && !report) {
            err.println(summary(summary.statementCount(), summary.newCount(), startNs));
        }
        if (report) {
            double ms = (System.nanoTime() - startNs) / NS_PER_MS;
            err.printf(
                    Locale.ROOT,
                    "loaded: statements=%d ms=%.0f triples=%d duplicates=%d terms=%d"
                            + " triplesPerSecond=%.0f bytesPerTriple=%.1f%n",
                    summary.statementCount(),
                    ms,
                    summary.newCount(),
                    summary.duplicateCount(),
                    node.dictionary().termCount() - termsBefore,
                    summary.statementCount() / Math.max(1, ms) * MS_PER_S,
                    node.bytesPerStoredTriple());
        }
    }

    /**
     * Loads everything into a running store or, after an error in a file, nothing; returns a
     * summary.
     */
    String load(StoreClient client, PrintWriter err) {
        long startNs = System.nanoTime();
        LongAdder sent = new LongAdder();
        LongAdder added = new LongAdder();
        long count =
                load(
                        options -> new RdfLoader(client.strings(), options),
                        (loader, progress) ->
                                loader.finish(
                                        (graph, triples) -> {
                                            progress.phase(
                                                    "sending, "
                                                            + HumanNumber.count(sent.sum())
                                                            + " are there");
                                            added.add(client.load(graph, triples));
                                            sent.add(triples.size());
                                        }),
                        cores(),
                        err);
        return summary(count, added.sum(), startNs);
    }

    /** Says {@code loaded 2,000,000 statements, 1,999,443 new, in 1.3 s}. */
    private static String summary(long statementCount, long newCount, long startNs) {
        long ms = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs);
        return "loaded "
                + HumanNumber.count(statementCount, "statement")
                + ", "
                + HumanNumber.count(newCount)
                + " new, in "
                + HumanNumber.duration(ms);
    }

    static int cores() {
        return Runtime.getRuntime().availableProcessors();
    }

    private <T> T load(
            Function<LoadOptions, RdfLoader> loaders,
            BiFunction<RdfLoader, ProgressLine, T> run,
            int threadsDefault,
            PrintWriter err) {
        List<NamedFile> files = new ArrayList<>();
        data.forEach(file -> files.add(new NamedFile(StreamDefinition.STORED, file)));
        graphs.forEach(argument -> files.add(NamedFile.parse("--graph", argument)));
        int threads = loadThreads == null ? threadsDefault : loadThreads;
        AtomicInteger threadCount = new AtomicInteger();
        ExecutorService executor =
                Executors.newFixedThreadPool(
                        threads,
                        task -> new Thread(task, "wukongs-load-" + threadCount.incrementAndGet()));
        try (ProgressLine progress = new ProgressLine("loading", totalBytes(files), err)) {
            RdfLoader loader =
                    loaders.apply(new LoadOptions(skipBad, progress::advance, threads, executor));
            files.forEach(named -> loader.add(named.name(), named.file()));
            T result = run.apply(loader, progress);
            warn(loader, err);
            return result;
        } finally {
            executor.shutdown();
        }
    }

    private static void warn(RdfLoader loader, PrintWriter err) {
        if (loader.badCount() > 0) {
            err.println("warning: bad statements skipped: count=" + loader.badCount());
            loader.bad().forEach(bad -> err.println("  " + bad));
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
            } catch (NoSuchFileException e) {
                throw WukongsException.user("no such file: file=" + named.file());
            } catch (IOException e) {
                throw new WukongsException(
                        WukongsException.Category.USER,
                        "cannot read: file=" + named.file() + " reason=" + IoReason.of(e),
                        e);
            }
        }
        return total;
    }
}
