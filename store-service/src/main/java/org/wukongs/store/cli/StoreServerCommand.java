package org.wukongs.store.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.client.StoreAddress;
import org.wukongs.id.Vids;
import org.wukongs.store.changelog.Changelogs;
import org.wukongs.store.checkpoint.DataDirectory;
import org.wukongs.store.checkpoint.DataLog;
import org.wukongs.store.checkpoint.LogPoint;
import org.wukongs.store.checkpoint.Restored;
import org.wukongs.store.dictionary.DictionaryConfig;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.explore.ExecutionLimits;
import org.wukongs.store.explore.NodeBudget;
import org.wukongs.store.http.HttpConfig;
import org.wukongs.store.http.HttpLimits;
import org.wukongs.store.http.LiveLimits;
import org.wukongs.store.http.StoreHttpServer;
import org.wukongs.store.log.LogOptions;
import org.wukongs.store.log.SyncMode;
import org.wukongs.store.node.NodeStart;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.store.server.CopySettings;
import org.wukongs.store.server.LogSettings;
import org.wukongs.store.server.StartProgress;
import org.wukongs.store.server.StoreServer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code wukongs store}. */
@Command(
        name = "store",
        description = {
            "Runs a store node until it is stopped (Ctrl-C, TERM).",
            "Graphs, streams and queries are in memory. With --data-dir, everything that changes"
                    + " them is in a log on disk before it is acknowledged. The store makes"
                    + " checkpoints by itself, and starts from the newest one and the log after it."
        },
        mixinStandardHelpOptions = true)
final class StoreServerCommand implements Callable<Integer> {

    private static final Logger LOG = LoggerFactory.getLogger(StoreServerCommand.class);

    @SuppressWarnings("UnusedVariable") // the options in it were added to the command line
    @Option(
            names = ConfigFile.OPTION,
            paramLabel = "FILE",
            description = {
                "File with options, NAME = VALUE a line, named as here without the dashes. An"
                        + " option of the command line counts instead of the file's."
            })
    private Path configFile;

    @Option(
            names = "--host",
            defaultValue = "127.0.0.1",
            description = "Address to listen on (default ${DEFAULT-VALUE}).")
    private String host;

    @Option(
            names = "--port",
            defaultValue = "" + StoreAddress.PORT_DEFAULT,
            description = "Port to listen on, 0 for any free one (default ${DEFAULT-VALUE}).")
    private int port;

    @Option(
            names = "--http",
            paramLabel = "PORT",
            description = "Port for HTTP, 0 for any free one (default: no HTTP).")
    private Integer httpPort;

    @Option(
            names = "--http-host",
            paramLabel = "HOST",
            description =
                    "Address to listen on for HTTP (default " + HttpConfig.HOST_DEFAULT + ").")
    private String httpHost;

    @Option(
            names = "--http-allow-origin",
            paramLabel = "ORIGIN",
            description = "Web origin whose pages may use the store, * for any (default: none).")
    private String httpAllowOrigin;

    @Option(
            names = "--http-allow-host",
            paramLabel = "NAME",
            description =
                    "Host name by which HTTP requests may address this node, besides localhost"
                            + " and IP addresses; * for any. Repeatable.")
    private Set<String> httpAllowHosts = Set.of();

    @Option(
            names = "--http-connections-max",
            paramLabel = "N",
            description =
                    "Open HTTP connections; if there are more, those that have waited longest for"
                            + " a request are closed (default "
                            + HttpLimits.CONNECTION_COUNT_MAX_DEFAULT
                            + ").")
    private Integer httpConnectionsMax;

    @Option(
            names = "--http-live-max",
            paramLabel = "N",
            description =
                    "Clients that read live results at a time, of the open connections; further"
                            + " ones are refused (default "
                            + LiveLimits.READER_COUNT_MAX_DEFAULT
                            + ", or fewer with few connections).")
    private Integer httpLiveMax;

    /** The values of {@code --sync} as people type them. */
    static final class SyncModes implements Iterable<String> {

        @Override
        public Iterator<String> iterator() {
            return Stream.of(SyncMode.values())
                    .map(mode -> mode.name().toLowerCase(Locale.ROOT))
                    .iterator();
        }
    }

    /** As many terms as the counters of a dictionary's partitions can number. */
    private static final long TERMS_MAX = 1L << (Vids.BITS - Vids.PARTITION_BITS);

    /** Clients use an id for 20 s without asking for it again, and then it has to arrive. */
    private static final long TERMS_KEPT_MS_MIN = 30_000;

    /** Room for some blocks of terms. */
    private static final long BYTES_MIN = 1 << 20;

    /** A sanity bound: each checkpoint is as large as the store. */
    private static final int RETAINED_MAX = 1_000;

    @Option(
            names = "--terms-max",
            defaultValue = "" + TermDictionary.TERM_COUNT_MAX_DEFAULT,
            description = "Terms that the dictionary may have (default ${DEFAULT-VALUE}).")
    private long termsMax;

    @Option(
            names = "--terms-bytes-max",
            paramLabel = "SIZE",
            defaultValue = "8g",
            converter = ByteSize.class,
            description = "Memory of a dictionary in memory (default ${DEFAULT-VALUE}).")
    private long termsBytesMax;

    @Option(
            names = "--dictionary-dir",
            paramLabel = "DIR",
            description = {
                "Keep the dictionary on disk, so that terms keep their ids when the store"
                        + " restarts, and need not fit into memory (default: in memory)."
            })
    private Path dictionaryDirectory;

    @Option(
            names = "--dictionary-cache-bytes",
            paramLabel = "SIZE",
            defaultValue = "256m",
            converter = ByteSize.class,
            description =
                    "Memory for recently used terms, with --dictionary-dir (default"
                            + " ${DEFAULT-VALUE}).")
    private long dictionaryCacheBytes;

    @Option(
            names = "--data-dir",
            paramLabel = "DIR",
            description = "Keep the log and checkpoints here, and start from them (default: none).")
    private Path dataDirectory;

    @Option(
            names = "--sync",
            paramLabel = "MODE",
            completionCandidates = SyncModes.class,
            description = {
                "When the log is written to the disk itself (default commit). commit: before"
                        + " anything is acknowledged or visible. barrier: when a Flink checkpoint"
                        + " asks for it; a crash of the machine takes what came after the last one."
                        + " system: whenever the operating system does it; a crash of the machine"
                        + " takes the last seconds, and jobs whose checkpoints are newer are"
                        + " refused. A crash of the store alone loses nothing in any mode."
            })
    private SyncMode syncMode; // null for the default

    @Option(
            names = "--checkpoint-after",
            paramLabel = "SIZE",
            converter = ByteSize.class,
            description =
                    "Length of the log at which the store makes a checkpoint by itself (default"
                            + " 1g). A start carries out at most so much of it, plus what comes"
                            + " while a checkpoint is written.")
    private Long checkpointAfterBytes; // null for the default

    @Option(
            names = "--checkpoint-rate",
            paramLabel = "SIZE",
            converter = ByteSize.class,
            description =
                    "Bytes a second that the store writes for checkpoints that it makes by itself"
                            + " (default 64m). The command checkpoint writes as fast as the disk"
                            + " can.")
    private Long checkpointRate; // null for the default

    @Option(
            names = "--checkpoints-retained",
            paramLabel = "N",
            defaultValue = "" + DataDirectory.RETAINED_COUNT_DEFAULT,
            description = "Checkpoints to keep in --data-dir (default ${DEFAULT-VALUE}).")
    private int checkpointsRetained;

    @Option(
            names = DataDirectory.OPTION_ABANDON,
            paramLabel = "N",
            split = ",",
            description = {
                "Start without these checkpoints of --data-dir, by number: from an older one and"
                        + " the log after it, or from the log alone if none is left. The"
                        + " checkpoints are renamed to chk-N.abandoned, not deleted; after that,"
                        + " the option has no effect. Without it, a store whose newest checkpoint"
                        + " is unusable does not start."
            })
    private Set<Long> abandoned = new TreeSet<>();

    @Option(
            names = DataLog.OPTION_ABANDON,
            paramLabel = "ID/POSITION",
            converter = LogPointConverter.class,
            description = {
                "Start without what this log has after a position. All of that is lost. The log is"
                        + " renamed to log-ID.abandoned, not deleted, and another one begins; after"
                        + " that, the option has no effect. A start names the log and the position"
                        + " of its checkpoint; a store whose log is unusable does not start, and"
                        + " names what to give."
            })
    private LogPoint abandonedLog;

    @Mixin private DurableOptions durable;

    @Mixin private ClusterOptions cluster;

    @Mixin private SecurityOptions security;

    @Mixin private StreamMemoryOptions streamMemory;

    @Mixin private ConnectionOptions connections;

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
            names = "--query-rows-max",
            defaultValue = "10000000",
            description = "Rows of a result or an intermediate result (default ${DEFAULT-VALUE}).")
    private long queryRowsMax;

    @Option(
            names = "--query-time-max",
            defaultValue = "1m",
            converter = DurationMs.class,
            description = "Time limit of one execution (default ${DEFAULT-VALUE}).")
    private long queryTimeMaxMs;

    @Option(
            names = "--query-memory-max",
            defaultValue = "1g",
            paramLabel = "SIZE",
            converter = ByteSize.Mebibytes.class,
            description =
                    "Memory for binding tables and computed values of one execution; a number"
                            + " alone means MiB (default ${DEFAULT-VALUE}).")
    private long queryMemoryMaxBytes;

    @Option(
            names = "--queries-memory-max",
            paramLabel = "SIZE",
            converter = ByteSize.class,
            description =
                    "The same for all executions together, with results not yet sent (default:"
                            + " 3/8 of -Xmx).")
    private long queriesMemoryMaxBytes = NodeBudget.memoryMaxBytesDefault();

    @Option(
            names = "--query-workers",
            paramLabel = "N",
            description = "Threads that work on one large query (default: half the processors).")
    private int queryWorkers = ExecutionLimits.WORKER_COUNT_DEFAULT;

    @Option(
            names = "--workers",
            paramLabel = "N",
            description =
                    "Threads that execute queries (default: one per processor, at least two).")
    private int workers = StoreConfig.QUERY_WORKER_COUNT_DEFAULT;

    @Option(
            names = "--injectors",
            paramLabel = "N",
            description =
                    "Threads that share large inserts into stored graphs, each with a range of"
                            + " vertex partitions (default: 1).")
    private int injectors = StoreConfig.INJECTOR_COUNT_DEFAULT;

    @Option(
            names = "--load-dir",
            paramLabel = "DIR",
            description = "Directory whose files LOAD of SPARQL Update may read (default: none).")
    private Path loadDirectory;

    @Option(
            names = "--kept-tuples",
            paramLabel = "N",
            description =
                    "Newest tuples of a stream to keep for future readers (default: 1/64 of"
                            + " --ring-tuples-max).")
    private Long keptTuples;

    @Option(
            names = "--reader-timeout",
            paramLabel = "DURATION",
            converter = DurationMs.class,
            defaultValue = "5m",
            description =
                    "How long a reader of a query or changelog may be gone before it is dropped to"
                            + " make room in a full ring or --changelog-memory (default"
                            + " ${DEFAULT-VALUE}).")
    private long readerTimeoutMs;

    @Option(
            names = "--changelog-memory",
            paramLabel = "SIZE",
            converter = ByteSize.class,
            description =
                    "Memory for the changes of graphs until their readers have released them"
                            + " (default: a 32nd of the heap, at most 256 MB).")
    private long changelogMemoryBytes = Changelogs.memoryMaxBytesDefault();

    @Option(
            names = "--terms-kept",
            paramLabel = "DURATION",
            converter = TermsKeptMs.class,
            defaultValue = "1m",
            description =
                    "How long a term that nothing names any longer is kept for those who may have"
                            + " its id, 30s or more, or forever (default ${DEFAULT-VALUE}). A"
                            + " dictionary on disk keeps all terms.")
    private long termsKeptMs;

    @Option(
            names = "--end-with-input",
            description =
                    "Stop when standard input ends, so that the node does not outlive its parent"
                            + " process.")
    private boolean endWithInput;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        checkBounds();
        StoreConfig config =
                StoreConfig.builder()
                        .dictionary(
                                new DictionaryConfig(
                                        dictionaryDirectory,
                                        termsMax,
                                        termsBytesMax,
                                        dictionaryCacheBytes))
                        .ringTupleCountMax(streamMemory.ringTuplesMax())
                        .windowMemoryBytes(streamMemory.windowMemoryBytes())
                        .storeMemoryBytes(storeMemoryBytes)
                        .limits(
                                new ExecutionLimits(
                                        queryRowsMax,
                                        queryTimeMaxMs,
                                        queryMemoryMaxBytes,
                                        queryWorkers,
                                        queriesMemoryMaxBytes))
                        .queryWorkerCount(workers)
                        .injectorCount(injectors)
                        .keptTupleCount(keptTuples())
                        .readerTimeoutMs(readerTimeoutMs)
                        .changelogMemoryBytes(changelogMemoryBytes)
                        .termsKeptMs(termsKeptMs)
                        .loadDirectory(loadDirectory)
                        .build();
        HttpConfig httpConfig = httpConfig();
        CopySettings copy = durable.settings(dataDirectory);
        if (copy != null) {
            copy.copy().begin(new StartProgress(System::nanoTime, LOG::info));
        }
        DataDirectory data =
                dataDirectory == null
                        ? null
                        : DataDirectory.open(
                                dataDirectory, checkpointsRetained, abandoned, abandonedLog);
        try (StoreServer server = start(config, data, copy);
                StoreHttpServer http =
                        httpConfig == null ? null : StoreHttpServer.start(server, httpConfig)) {
            PrintWriter out = spec.commandLine().getOut();
            StoreEnd end = new StoreEnd(server, http, dataDirectory, out);
            Runtime.getRuntime().addShutdownHook(new Thread(end::run, "wukongs-shutdown"));
            out.println("store listening on " + server.address());
            if (server.clusterAddress() != null) {
                out.println("cluster listening on " + server.clusterAddress());
            }
            if (http != null) {
                out.println("http listening on " + http.url());
            }
            if (copy != null && copy.copy().restored() != null) {
                out.println("filled its data directory from " + copy.copy().restored());
            }
            if (data != null) {
                out.println(beginning(server.restored()));
                out.println(logging(server.replayed()));
                if (server.toSendAgain() != null) {
                    out.println(server.toSendAgain());
                }
            }
            out.flush();
            if (endWithInput) {
                Thread input = new Thread(() -> endWith(System.in, end), "wukongs-input");
                input.setDaemon(true);
                input.start();
            }
            server.awaitEnd();
            if (server.isRemoved()) {
                out.println(
                        "the node was removed from the cluster, its data directory is of no use");
                out.flush();
            }
        }
        return Wukongs.DONE;
    }

    private StoreServer start(StoreConfig config, DataDirectory data, CopySettings copy) {
        return StoreServer.start(
                config,
                connections.limits(),
                data,
                logSettings().withCopy(copy),
                host,
                port,
                cluster.settings(security.isPlainAllowed()),
                security.settings());
    }

    private long keptTuples() {
        long ringTuplesMax = streamMemory.ringTuplesMax();
        if (keptTuples == null) {
            return StoreConfig.keptTupleCountDefault(ringTuplesMax);
        }
        OptionBounds.check("--kept-tuples", keptTuples, 0, ringTuplesMax);
        return keptTuples;
    }

    /**
     * Returns the options that were given and that only a store of one node has. What a node of a
     * cluster has promised to others must not be lost.
     */
    private List<String> ofOneNode() {
        List<String> given = new ArrayList<>();
        ClusterOptions.addGiven(given, "--dictionary-dir", dictionaryDirectory != null);
        ClusterOptions.addGiven(given, "--sync system", syncMode == SyncMode.SYSTEM);
        ClusterOptions.addGiven(given, DataLog.OPTION_ABANDON, abandonedLog != null);
        ClusterOptions.addGiven(given, "--durable-uri", durable.isGiven());
        return given;
    }

    private void checkBounds() {
        OptionBounds.checkPort("--port", port);
        OptionBounds.check("--terms-max", termsMax, 1, TERMS_MAX);
        OptionBounds.check("--terms-bytes-max", termsBytesMax, BYTES_MIN, OptionBounds.BYTES_MAX);
        OptionBounds.check(
                "--dictionary-cache-bytes",
                dictionaryCacheBytes,
                BYTES_MIN,
                OptionBounds.BYTES_MAX);
        OptionBounds.check("--checkpoints-retained", checkpointsRetained, 1, RETAINED_MAX);
        OptionBounds.checkStoreMemory(storeMemoryBytes);
        OptionBounds.check("--query-rows-max", queryRowsMax, 1, Integer.MAX_VALUE);
        OptionBounds.check("--query-time-max", queryTimeMaxMs, 1, OptionBounds.TIME_MS_MAX);
        OptionBounds.check(
                "--query-memory-max", queryMemoryMaxBytes, BYTES_MIN, OptionBounds.BYTES_MAX);
        OptionBounds.check("--query-workers", queryWorkers, 1, StoreConfig.QUERY_WORKER_COUNT_MAX);
        OptionBounds.check("--workers", workers, 1, StoreConfig.QUERY_WORKER_COUNT_MAX);
        if (termsKeptMs != StoreConfig.TERMS_KEPT_FOREVER) {
            OptionBounds.check(
                    "--terms-kept", termsKeptMs, TERMS_KEPT_MS_MIN, OptionBounds.TIME_MS_MAX);
        }
        OptionBounds.check("--injectors", injectors, 1, StoreConfig.INJECTOR_COUNT_MAX);
        if (dataDirectory == null) {
            checkNeedsData(DataDirectory.OPTION_ABANDON, !abandoned.isEmpty());
            checkNeedsData(DataLog.OPTION_ABANDON, abandonedLog != null);
            checkNeedsData("--sync", syncMode != null);
            checkNeedsData("--checkpoint-after", checkpointAfterBytes != null);
            checkNeedsData("--checkpoint-rate", checkpointRate != null);
        }
        if (checkpointRate != null) {
            OptionBounds.check(
                    "--checkpoint-rate", checkpointRate, BYTES_MIN, OptionBounds.BYTES_MAX);
        }
        durable.checkBounds(dataDirectory, dictionaryDirectory);
        cluster.checkBounds(ofOneNode());
        cluster.checkEncryption(security.isPlainAllowed());
        security.settings();
        security.checkListens("--host", host);
        security.checkListens("--http-host", httpPort == null ? null : httpHost);
        security.checkListens("--cluster-listen", cluster.listenHost());
        if (checkpointAfterBytes != null) {
            OptionBounds.check(
                    "--checkpoint-after", checkpointAfterBytes, BYTES_MIN, OptionBounds.BYTES_MAX);
        }
    }

    private static void checkNeedsData(String option, boolean isGiven) {
        if (isGiven) {
            throw new WrongUsageException(option + " belongs to --data-dir DIR");
        }
    }

    private LogSettings logSettings() {
        SyncMode mode = syncMode == null ? LogSettings.SYNC_MODE_DEFAULT : syncMode;
        return new LogSettings(
                LogOptions.defaults(mode),
                checkpointAfterBytes == null
                        ? LogSettings.CHECKPOINT_AFTER_BYTES_DEFAULT
                        : checkpointAfterBytes,
                checkpointRate == null ? LogSettings.CHECKPOINT_RATE_DEFAULT : checkpointRate);
    }

    private static String logging(NodeStart.Replayed replayed) {
        if (replayed == null) {
            return "begins a log";
        }
        String torn =
                replayed.torn() == null
                        ? ""
                        : " cutOffBytes="
                                + replayed.torn().bytes()
                                + " file="
                                + replayed.torn().file()
                                + " offset="
                                + replayed.torn().offset();
        return "carried out its log from "
                + replayed.from()
                + " to "
                + replayed.position()
                + ": records="
                + replayed.recordCount()
                + " bytes="
                + replayed.bytes()
                + " ms="
                + replayed.ms()
                + torn;
    }

    private static String beginning(Restored restored) {
        return restored == null
                ? "begins empty, its data directory has no checkpoint"
                : "restored from " + restored;
    }

    /** Returns null if HTTP is not enabled. */
    private HttpConfig httpConfig() {
        if (httpPort == null) {
            if (httpHost != null
                    || httpAllowOrigin != null
                    || !httpAllowHosts.isEmpty()
                    || httpConnectionsMax != null
                    || httpLiveMax != null) {
                throw new ParameterException(
                        spec.commandLine(), "options that start with --http- need --http PORT");
            }
            return null;
        }
        OptionBounds.checkPort("--http", httpPort);
        HttpConfig config =
                HttpConfig.of(httpHost == null ? HttpConfig.HOST_DEFAULT : httpHost, httpPort)
                        .withAllowedOrigin(httpAllowOrigin)
                        .withAllowedHosts(httpAllowHosts);
        return withLive(httpConnectionsMax == null ? config : config.withLimits(httpLimits()));
    }

    private HttpConfig withLive(HttpConfig config) {
        if (httpLiveMax == null) {
            return config;
        }
        OptionBounds.check(
                "--http-live-max", httpLiveMax, 0, LiveLimits.readerCountMax(config.limits()));
        return config.withLive(config.live().withReaderCountMax(httpLiveMax));
    }

    private HttpLimits httpLimits() {
        if (httpConnectionsMax <= HttpLimits.REQUEST_COUNT_MAX_DEFAULT) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--http-connections-max must be above the number of requests at a time: connections="
                            + httpConnectionsMax
                            + " requests="
                            + HttpLimits.REQUEST_COUNT_MAX_DEFAULT);
        }
        return HttpLimits.DEFAULT.withConnectionCountMax(httpConnectionsMax);
    }

    private static void endWith(InputStream in, StoreEnd end) {
        try {
            while (in.read() >= 0) {
                // Wait for the end.
            }
        } catch (IOException e) {
            // A broken input counts as ended.
        }
        end.run();
    }
}
