package org.wukongs.store.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import org.HdrHistogram.Histogram;
import org.agrona.concurrent.SystemNanoClock;
import org.wukongs.client.StoreStatus;
import org.wukongs.client.StoreStatus.QueryStatus;
import org.wukongs.client.WindowResult;
import org.wukongs.client.WindowResultJson;
import org.wukongs.csparql.CsparqlSyntaxException;
import org.wukongs.csparql.ResultForm;
import org.wukongs.error.IoReason;
import org.wukongs.error.WukongsException;
import org.wukongs.store.load.StreamFileReader;
import org.wukongs.store.node.NodeThreads;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.store.node.StoreNode;
import org.wukongs.store.replay.Replay;
import org.wukongs.store.server.HelperThreads;
import org.wukongs.stream.InputLimits;
import org.wukongs.stream.Retention;
import org.wukongs.stream.StreamDefinition;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code wukongs replay}. */
@Command(
        name = "replay",
        description = {
            "Feeds an in-process store from stream files in event time and runs continuous"
                    + " queries.",
            "A stream file has one tuple per line: event time in ms, tab, N-Triples statement."
        },
        mixinStandardHelpOptions = true)
final class ReplayCommand implements Callable<Integer> {

    private static final double NS_PER_US = 1000.0;

    enum Format {
        ndjson,
        table
    }

    @Mixin private DataOptions data;

    @Option(
            names = "--stream",
            arity = "1..*",
            required = true,
            paramLabel = "NAME=FILE",
            description = "Streams; NAME is an IRI or a bare word.")
    private List<String> streams = new ArrayList<>();

    @Option(
            names = "--timing",
            arity = "1..*",
            paramLabel = "NAME=IRI[,IRI...]",
            description = "Timing predicates of a stream: seen in windows only, not stored.")
    private List<String> timing = new ArrayList<>();

    @Option(
            names = "--feeds",
            arity = "1..*",
            paramLabel = "NAME=GRAPH",
            description =
                    "The stored graph that a stream's timeless triples go to (default: STORED).")
    private List<String> feeds = new ArrayList<>();

    @Option(
            names = "--retention",
            arity = "1..*",
            paramLabel = "NAME=DURATION[,<IRI>=DURATION...]",
            description =
                    "How long a stream's stored triples stay after its last mention of them, and"
                            + " for predicates that differ (default: for ever).")
    private List<String> retentions = new ArrayList<>();

    @Option(
            names = "--batch-interval",
            paramLabel = "DURATION",
            defaultValue = "100ms",
            converter = DurationMs.class,
            description = "Batch interval of all streams (default ${DEFAULT-VALUE}).")
    private long batchIntervalMs;

    @Option(
            names = "--query",
            arity = "1..*",
            required = true,
            paramLabel = "FILE",
            description = "Files with one REGISTER QUERY or REGISTER STREAM each.")
    private List<Path> queries = new ArrayList<>();

    @Option(
            names = "--until",
            paramLabel = "MS",
            description = "Last window end (default: the last one that the streams complete).")
    private long untilMs = Long.MAX_VALUE;

    @Option(
            names = "--format",
            defaultValue = "ndjson",
            description = "${COMPLETION-CANDIDATES} (default ${DEFAULT-VALUE}).")
    private Format format;

    @Option(
            names = "--speed",
            paramLabel = "max|FACTOR",
            defaultValue = "max",
            description =
                    "Event time per wall-clock time, 1 for real time (default"
                            + " ${DEFAULT-VALUE}).")
    private String speed;

    @Option(
            names = "--workers",
            paramLabel = "N",
            defaultValue = "1",
            description =
                    "Threads that execute queries; results do not depend on it (default"
                            + " ${DEFAULT-VALUE}).")
    private int workers;

    @Mixin private StreamMemoryOptions streamMemory;

    @Option(
            names = "--injectors",
            paramLabel = "N",
            description =
                    "Threads that share large inserts into stored graphs, each with a range of"
                            + " vertex partitions (default: 1).")
    private int injectors = StoreConfig.INJECTOR_COUNT_DEFAULT;

    @Option(
            names = "--store-memory",
            paramLabel = "SIZE",
            defaultValue = "4g",
            converter = ByteSize.class,
            description =
                    "Off-heap memory of all stored graphs, without strings (default"
                            + " ${DEFAULT-VALUE}).")
    private long storeMemoryBytes;

    @Option(
            names = "--stats",
            paramLabel = "FILE",
            description = "Write latencies and costs as JSON.")
    private Path stats;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() {
        LongConsumer pace = pace();
        checkBounds();
        long startNs = System.nanoTime();
        StoreConfig config =
                StoreConfig.builder()
                        .ringTupleCountMax(streamMemory.ringTuplesMax())
                        .windowMemoryBytes(streamMemory.windowMemoryBytes())
                        .storeMemoryBytes(storeMemoryBytes)
                        .queryWorkerCount(workers)
                        .injectorCount(injectors)
                        .keptTupleCount(0)
                        .build();
        SystemNanoClock clock = new SystemNanoClock();
        NodeThreads threads =
                workers == 1 ? HelperThreads.helpers(config) : HelperThreads.workers(config, clock);
        StoreNode node = new StoreNode(config, clock, threads);
        List<QueryText> texts = queries.stream().map(QueryText::read).toList();
        // With one thread, ids and so the order of rows are the same in every run.
        data.load(node, 1, false, spec.commandLine().getErr());
        PrintWriter out = spec.commandLine().getOut();
        try (node;
                Replay replay = new Replay(node, batchIntervalMs)) {
            addStreams(replay);
            texts.forEach(text -> addQuery(replay, text));
            long[] windowCount = {0};
            replay.run(
                    untilMs,
                    pace,
                    result -> {
                        windowCount[0]++;
                        print(result, out);
                    });
            out.flush();
            if (Ansi.AUTO.enabled()) {
                spec.commandLine().getErr().println(summary(node, windowCount[0], startNs));
            }
            if (stats != null) {
                writeStats(node, replay, startNs);
            }
        }
        return Wukongs.DONE;
    }

    private static String summary(StoreNode node, long windowCount, long startNs) {
        long tupleCount =
                node.status().streams().stream()
                        .mapToLong(StoreStatus.StreamStatus::tupleCount)
                        .sum();
        return "replayed "
                + HumanNumber.count(tupleCount, "tuple")
                + ", "
                + HumanNumber.count(windowCount, "window")
                + ", in "
                + HumanNumber.duration(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs));
    }

    private void checkBounds() {
        data.checkBounds();
        streams.forEach(argument -> NamedFile.parse("--stream", argument));
        OptionBounds.check("--workers", workers, 1, StoreConfig.QUERY_WORKER_COUNT_MAX);
        OptionBounds.check("--injectors", injectors, 1, StoreConfig.INJECTOR_COUNT_MAX);
        OptionBounds.check(
                "--batch-interval", batchIntervalMs, 1, InputLimits.BATCH_INTERVAL_MS_MAX);
        OptionBounds.checkStoreMemory(storeMemoryBytes);
    }

    private void addStreams(Replay replay) {
        Map<String, Path> files = new LinkedHashMap<>();
        for (String argument : streams) {
            NamedFile named = NamedFile.parse("--stream", argument);
            if (files.put(named.name(), named.file()) != null) {
                throw wrongUsage("a stream is given twice: name=" + named.name());
            }
        }
        Map<String, String> timingByStream = byStream("--timing", timing, files.keySet());
        Map<String, String> graphByStream = byStream("--feeds", feeds, files.keySet());
        Map<String, String> retentionByStream = byStream("--retention", retentions, files.keySet());
        files.forEach(
                (name, file) -> {
                    Set<String> predicates = new LinkedHashSet<>();
                    for (String iri : timingByStream.getOrDefault(name, "").split(",", -1)) {
                        if (!iri.isBlank()) {
                            predicates.add(NamedFile.unbracketed(iri.trim()));
                        }
                    }
                    replay.addStream(
                            new StreamDefinition(
                                    name,
                                    batchIntervalMs,
                                    graphByStream.getOrDefault(name, StreamDefinition.STORED),
                                    predicates,
                                    retention(retentionByStream.get(name))),
                            new StreamFileReader(file, data.loadOptions()));
                });
    }

    private static Retention retention(String text) {
        try {
            return text == null ? Retention.FOREVER : Retention.parse(text);
        } catch (WukongsException e) {
            throw new WrongUsageException("--retention: " + e.getMessage());
        }
    }

    /**
     * Collects {@code NAME=VALUE} arguments by stream; values of the same name are joined by
     * commas.
     */
    private Map<String, String> byStream(String option, List<String> arguments, Set<String> names) {
        Map<String, String> values = new LinkedHashMap<>();
        for (String argument : arguments) {
            String name =
                    names.stream()
                            .filter(
                                    n ->
                                            argument.startsWith(n + "=")
                                                    || argument.startsWith("<" + n + ">="))
                            .findFirst()
                            .orElseThrow(
                                    () ->
                                            wrongUsage(
                                                    option
                                                            + " must name one of the streams:"
                                                            + " argument="
                                                            + argument
                                                            + " streams="
                                                            + names));
            String value = argument.substring(argument.indexOf('=', name.length()) + 1);
            values.merge(name, value, (a, b) -> a + "," + b);
        }
        return values;
    }

    private static void addQuery(Replay replay, QueryText text) {
        try {
            replay.addQuery(text.text());
        } catch (CsparqlSyntaxException e) {
            throw text.locate(e);
        }
    }

    private LongConsumer pace() {
        if (speed.equals("max")) {
            return timeMs -> {};
        }
        double factor;
        try {
            factor = Double.parseDouble(speed);
        } catch (NumberFormatException e) {
            factor = 0;
        }
        if (!(factor > 0)) {
            throw wrongUsage("--speed takes max or a number above 0: speed=" + speed);
        }
        return new Pace(factor);
    }

    private static final class Pace implements LongConsumer {

        private final double factor;
        private long startNs;
        private long startMs = Long.MIN_VALUE;

        Pace(double factor) {
            this.factor = factor;
        }

        @Override
        public void accept(long timeMs) {
            if (startMs == Long.MIN_VALUE) {
                startMs = timeMs;
                startNs = System.nanoTime();
            }
            double aheadMs = (timeMs - startMs) / factor;
            long dueNs = startNs + (long) (aheadMs * TimeUnit.MILLISECONDS.toNanos(1));
            for (long left = dueNs - System.nanoTime();
                    left > 0;
                    left = dueNs - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
        }
    }

    private void print(WindowResult result, PrintWriter out) {
        if (format == Format.ndjson) {
            out.append(WindowResultJson.toLine(result)).append('\n');
            return;
        }
        out.printf("%s  t=%d  sn=%d%n", result.query(), result.windowEndMs(), result.snapshot());
        if (result.form() == ResultForm.ASK) {
            out.println(!result.rows().isEmpty());
        } else {
            out.println(TextTable.of(result.vars(), result.rows()));
        }
        out.println();
    }

    private void writeStats(StoreNode node, Replay replay, long startNs) {
        Map<String, Object> byQuery = new LinkedHashMap<>();
        for (QueryStatus query : node.status().queries()) {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("executions", query.executionCount());
            one.put("rows", query.rowCount());
            one.put("latencyUs", latencies(node.continuous().latencyNs(query.name())));
            byQuery.put(query.name(), one);
        }
        Map<String, Object> run = new LinkedHashMap<>();
        run.put("tuples", replay.stats().tupleCount());
        run.put("injectCpuUsPerTuple", replay.stats().injectCpuUsPerTuple());
        run.put("encodeCpuUsPerTuple", replay.stats().encodeCpuUsPerTuple());
        run.put("bytesPerTriple", node.bytesPerStoredTriple());
        run.put("peakMemoryBytes", PeakMemory.bytes());
        run.put("wallMs", TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs));
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("queries", byQuery);
        all.put("run", run);
        try {
            new ObjectMapper().writerWithDefaultPrettyPrinter().writeValue(stats.toFile(), all);
        } catch (IOException e) {
            throw new WukongsException(
                    WukongsException.Category.USER,
                    "cannot write the statistics: file=" + stats + " reason=" + IoReason.of(e),
                    e);
        }
    }

    private static Map<String, Object> latencies(Histogram latencyNs) {
        Map<String, Object> latencyUs = new LinkedHashMap<>();
        latencyUs.put("p50", latencyNs.getValueAtPercentile(50) / NS_PER_US);
        latencyUs.put("p90", latencyNs.getValueAtPercentile(90) / NS_PER_US);
        latencyUs.put("p99", latencyNs.getValueAtPercentile(99) / NS_PER_US);
        latencyUs.put("max", latencyNs.getMaxValue() / NS_PER_US);
        return latencyUs;
    }

    private ParameterException wrongUsage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
