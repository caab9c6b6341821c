package org.wukongs.store.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.wukongs.client.RetryStrategy;
import org.wukongs.client.StoreAddress;
import org.wukongs.client.StoreCheck;
import org.wukongs.client.StoreCheckpoint;
import org.wukongs.client.StoreClient;
import org.wukongs.client.StoreStatus;
import org.wukongs.error.WukongsException;
import org.wukongs.store.node.DataCheck;
import org.wukongs.store.server.StartProgress;
import org.wukongs.stream.InputLimits;
import org.wukongs.stream.Retention;
import org.wukongs.stream.StreamDefinition;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Commands that talk to a running store. */
final class RemoteCommands {

    private static final Duration CONNECT_DEADLINE = Duration.ofSeconds(5);

    private RemoteCommands() {}

    /** Connects to the store that an option {@code --store} names. */
    static StoreClient connect(String store, ClientSecurityOptions security) {
        List<StoreAddress> addresses;
        try {
            addresses = StoreAddress.parseList(store);
        } catch (WukongsException e) {
            throw new WrongUsageException("--store: " + e.getMessage());
        }
        return StoreClient.connect(
                addresses, CONNECT_DEADLINE, RetryStrategy.NEVER, security.options());
    }

    /** Base of these commands: the store's address and a client. */
    abstract static class Remote implements Callable<Integer> {

        @Option(
                names = "--store",
                paramLabel = "HOST:PORT[,HOST:PORT…]",
                defaultValue = "${env:WUKONGS_STORE:-127.0.0.1:" + StoreAddress.PORT_DEFAULT + "}",
                description =
                        "The store, or any nodes of a cluster: the first one that answers is asked"
                                + " (default: the environment variable WUKONGS_STORE, else"
                                + " 127.0.0.1:"
                                + StoreAddress.PORT_DEFAULT
                                + ").")
        private String store;

        @Mixin ClientSecurityOptions security;

        @Spec CommandSpec spec;

        @Override
        public final Integer call() {
            checkUsage();
            if (!runsAlone()) {
                try (StoreClient client = connect(store, security)) {
                    run(client);
                }
            }
            return Wukongs.DONE;
        }

        /** Connects once more. */
        final StoreClient connectAgain() {
            return connect(store, security);
        }

        /** Does what the command line wants without a store; returns false if it wants a store. */
        boolean runsAlone() {
            return false;
        }

        /** Throws a {@link ParameterException} if the command line is incomplete. */
        void checkUsage() {
            // Most commands need no check beyond the parser's.
        }

        abstract void run(StoreClient client);

        /** Says on standard error which nodes of a cluster a status has nothing of. */
        final void warnOfMissing(StoreStatus status) {
            for (StoreStatus.NodeStatus node : status.nodes()) {
                if (!node.failure().isEmpty()) {
                    spec.commandLine()
                            .getErr()
                            .printf(
                                    "warning: what a node has is not shown: node=%d reason=%s%n",
                                    node.node(), node.failure());
                }
            }
        }

        final void print(List<String> heads, List<String[]> rows) {
            spec.commandLine().getOut().println(TextTable.of(heads, rows));
        }
    }

    /** {@code wukongs load}. */
    @Command(
            name = "load",
            description = "Loads RDF files into a running store, all or nothing.",
            mixinStandardHelpOptions = true)
    static final class Load extends Remote {

        @Mixin private DataOptions data;

        @Override
        void checkUsage() {
            if (data.isEmpty()) {
                throw new ParameterException(spec.commandLine(), "load needs --data or --graph");
            }
            data.checkBounds();
        }

        @Override
        void run(StoreClient client) {
            String summary = data.load(client, spec.commandLine().getErr());
            spec.commandLine().getOut().println(summary);
        }
    }

    /** {@code wukongs register}. */
    @Command(
            name = "register",
            description = "Registers continuous queries from files.",
            mixinStandardHelpOptions = true)
    static final class Register extends Remote {

        @Parameters(
                arity = "1..*",
                paramLabel = "FILE",
                description = "Files with one REGISTER QUERY each.")
        private List<Path> files = new ArrayList<>();

        @Override
        void run(StoreClient client) {
            for (Path file : files) {
                QueryText query = QueryText.read(file);
                try {
                    String name = client.registerQuery(query.text()).name();
                    spec.commandLine().getOut().println("registered " + name);
                } catch (WukongsException e) {
                    throw query.locate(e);
                }
            }
        }
    }

    /** {@code wukongs unregister}. */
    @Command(
            name = "unregister",
            description = "Unregisters continuous queries.",
            mixinStandardHelpOptions = true)
    static final class Unregister extends Remote {

        @Parameters(
                arity = "1..*",
                paramLabel = "NAME",
                description = "Names of registered queries.")
        private List<String> names = new ArrayList<>();

        @Override
        void run(StoreClient client) {
            for (String name : names) {
                client.unregisterQuery(name);
                spec.commandLine().getOut().println("unregistered " + name);
            }
        }
    }

    /** {@code wukongs queries}. */
    @Command(
            name = "queries",
            description = "Lists registered queries with their executions, rows and times.",
            mixinStandardHelpOptions = true)
    static final class Queries extends Remote {

        @Override
        void run(StoreClient client) {
            StoreStatus status = client.status();
            warnOfMissing(status);
            List<String[]> rows = new ArrayList<>();
            for (StoreStatus.QueryStatus query : status.queries()) {
                rows.add(
                        new String[] {
                            query.name(),
                            Long.toString(query.executionCount()),
                            Long.toString(query.rowCount()),
                            Long.toString(query.lagMs()),
                            Long.toString(query.lostWindowCount()),
                            String.format(Locale.ROOT, "%.0f", query.p50Us()),
                            String.format(Locale.ROOT, "%.0f", query.p99Us())
                        });
            }
            print(
                    List.of("query", "executions", "rows", "lag ms", "lost", "p50 us", "p99 us"),
                    rows);
        }
    }

    /** {@code wukongs streams}. */
    @Command(
            name = "streams",
            description = "Adds and drops streams, or lists them with their progress.",
            mixinStandardHelpOptions = true)
    static final class Streams extends Remote {

        @Option(
                names = "--add",
                arity = "1..*",
                paramLabel = "NAME",
                description = "Registers streams, with the options below.")
        private List<String> added = new ArrayList<>();

        @Option(
                names = "--batch-interval",
                paramLabel = "DURATION",
                defaultValue = StreamDefinition.BATCH_INTERVAL_MS_DEFAULT + "ms",
                converter = DurationMs.class,
                description = "Batch interval of the added streams (default ${DEFAULT-VALUE}).")
        private long batchIntervalMs;

        @Option(
                names = "--into",
                paramLabel = "GRAPH",
                defaultValue = StreamDefinition.STORED,
                description = "Stored graph that timeless triples feed (default ${DEFAULT-VALUE}).")
        private String graph;

        @Option(
                names = "--timing",
                arity = "1..*",
                split = ",",
                paramLabel = "IRI",
                description = "Predicates of timing triples, which are not stored.")
        private List<String> timing = new ArrayList<>();

        @Option(
                names = "--retention",
                paramLabel = "DURATION[,<IRI>=DURATION...]",
                defaultValue = "forever",
                converter = RetentionText.class,
                description =
                        "How long stored triples stay after the stream's last mention of them, and"
                                + " for predicates that differ (default ${DEFAULT-VALUE}).")
        private Retention retention;

        @Option(
                names = "--drop",
                arity = "1..*",
                paramLabel = "NAME",
                description = "Drops streams that no query reads; triples that they stored stay.")
        private List<String> dropped = new ArrayList<>();

        @Override
        void checkUsage() {
            OptionBounds.check(
                    "--batch-interval", batchIntervalMs, 1, InputLimits.BATCH_INTERVAL_MS_MAX);
        }

        @Override
        void run(StoreClient client) {
            for (String name : added) {
                client.registerStream(
                        new StreamDefinition(
                                name, batchIntervalMs, graph, Set.copyOf(timing), retention));
                spec.commandLine().getOut().println("added " + name);
            }
            for (String name : dropped) {
                client.dropStream(name);
                spec.commandLine().getOut().println("dropped " + name);
            }
            if (added.isEmpty() && dropped.isEmpty()) {
                list(client);
            }
        }

        private void list(StoreClient client) {
            StoreStatus status = client.status();
            warnOfMissing(status);
            Map<String, StreamDefinition> definitions = definitions(client, status);
            Map<String, String> homes = homes(status);
            List<String[]> rows = new ArrayList<>();
            for (StoreStatus.StreamStatus stream : status.streams()) {
                StreamDefinition definition = definitions.get(stream.name());
                rows.add(
                        new String[] {
                            stream.name(),
                            stable(stream.stableMs()) + (stream.idle() ? " (idle)" : ""),
                            stream.openWriterCount() + "/" + stream.writerCount(),
                            Long.toString(stream.tupleCount()),
                            Long.toString(stream.lateCount()),
                            Long.toString(stream.stagedTupleCount()),
                            Long.toString(stream.retainedTupleCount()),
                            Long.toString(stream.yieldedTupleCount()),
                            definition == null ? "" : definition.retention().toString(),
                            Long.toString(stream.expiredTripleCount()),
                            homes.getOrDefault(stream.name(), "")
                        });
            }
            print(
                    List.of(
                            "stream",
                            "stable ms",
                            "writers",
                            "tuples",
                            "late",
                            "staged",
                            "retained",
                            "yielded",
                            "retention",
                            "expired",
                            "node"),
                    rows);
        }

        /** None if a node does not answer: definitions are listed of all nodes, or not at all. */
        private static Map<String, StreamDefinition> definitions(
                StoreClient client, StoreStatus status) {
            Map<String, StreamDefinition> definitions = new HashMap<>();
            if (status.nodes().stream().allMatch(node -> node.failure().isEmpty())) {
                client.catalog().streams().forEach(one -> definitions.put(one.name(), one));
            }
            return definitions;
        }

        /** The node that has each stream of a cluster. */
        private static Map<String, String> homes(StoreStatus status) {
            Map<String, String> homes = new HashMap<>();
            for (StoreStatus.NodeStatus node : status.nodes()) {
                node.streams().forEach(stream -> homes.put(stream, Integer.toString(node.node())));
            }
            return homes;
        }

        static String stable(long stableMs) {
            if (stableMs == Long.MIN_VALUE) {
                return "none yet";
            }
            return stableMs == Long.MAX_VALUE ? "ended" : Long.toString(stableMs);
        }
    }

    /** {@code wukongs status}. */
    @Command(
            name = "status",
            description = "Shows a store's snapshot and sizes.",
            mixinStandardHelpOptions = true)
    static final class Status extends Remote {

        @Override
        void run(StoreClient client) {
            StoreStatus status = client.status();
            warnOfMissing(status);
            print(
                    List.of(
                            "stable snapshot",
                            "stored triples",
                            "streams",
                            "queries",
                            "lost windows"),
                    List.<String[]>of(
                            new String[] {
                                Long.toString(status.stableSnapshot()),
                                Long.toString(status.storedTripleCount()),
                                Integer.toString(status.streams().size()),
                                Integer.toString(status.queries().size()),
                                Long.toString(
                                        status.queries().stream()
                                                .mapToLong(StoreStatus.QueryStatus::lostWindowCount)
                                                .sum())
                            }));
            if (!status.changelogs().isEmpty()) {
                print(
                        List.of("changelog of", "readers", "changes", "memory", "from snapshot"),
                        status.changelogs().stream().map(Status::row).toList());
            }
            if (status.log() != null) {
                printLog(status.log());
            }
            if (status.copy() != null) {
                printCopy(status.copy());
            }
            if (!status.nodes().isEmpty()) {
                print(
                        ClusterCommand.NODE_HEADS,
                        status.nodes().stream().map(ClusterCommand::row).toList());
            }
            if (!status.joining().isEmpty()) {
                print(
                        ClusterCommand.JOINING_HEADS,
                        status.joining().stream().map(ClusterCommand::row).toList());
            }
            if (!status.replicas().isEmpty()) {
                print(
                        ClusterCommand.REPLICA_HEADS,
                        status.replicas().stream().map(ClusterCommand::row).toList());
            }
            StoreStatus.RestoredStatus restored = status.restored();
            spec.commandLine()
                    .getOut()
                    .println(restored == null ? "began without a checkpoint" : text(restored));
        }

        private void printLog(StoreStatus.LogStatus log) {
            print(
                    List.of("log appended", "written", "durable"),
                    List.<String[]>of(
                            new String[] {
                                Long.toString(log.appendedPosition()),
                                Long.toString(log.writtenPosition()),
                                Long.toString(log.durablePosition())
                            }));
            if (log.isStalled()) {
                spec.commandLine()
                        .getOut()
                        .printf(
                                "has taken no data for %s, the log cannot be written: %s%n",
                                HumanNumber.duration(log.stalledMs()), log.stall());
            }
        }

        private void printCopy(StoreStatus.CopyStatus copy) {
            print(
                    List.of("copy of the log", "behind", "for", "place"),
                    List.<String[]>of(
                            new String[] {
                                copy.position() < 0 ? "none yet" : Long.toString(copy.position()),
                                HumanNumber.bytes(copy.behindBytes()),
                                HumanNumber.duration(copy.behindMs()),
                                copy.place()
                            }));
            if (!copy.failure().isEmpty()) {
                spec.commandLine()
                        .getOut()
                        .printf(
                                "the copy cannot be written%s: %s%n",
                                copy.awaitedAtBarriers() ? ", checkpoints of jobs wait" : "",
                                copy.failure());
            }
        }

        private static String[] row(StoreStatus.ChangelogStatus changelog) {
            return new String[] {
                changelog.graph(),
                Integer.toString(changelog.readerCount()),
                Long.toString(changelog.changeCount()),
                HumanNumber.bytes(changelog.memoryBytes()),
                Long.toString(changelog.fromSnapshot())
            };
        }

        private static String text(StoreStatus.RestoredStatus restored) {
            return String.format(
                    Locale.ROOT,
                    "restored from %s of %s: triples=%d terms=%d streams=%d queries=%d",
                    restored.directory(),
                    Instant.ofEpochMilli(restored.madeMs()),
                    restored.tripleCount(),
                    restored.termCount(),
                    restored.streamCount(),
                    restored.queryCount());
        }
    }

    /** {@code wukongs checkpoint}. */
    @Command(
            name = "checkpoint",
            description =
                    "Makes a store with --data-dir write a checkpoint of all its data; in a"
                            + " cluster, the node that is asked one of its own data.",
            mixinStandardHelpOptions = true)
    static final class Checkpoint extends Remote {

        @Override
        void run(StoreClient client) {
            StoreCheckpoint made = client.checkpoint();
            print(
                    List.of("checkpoint", "stable snapshot", "size", "took", "pause", "directory"),
                    List.<String[]>of(
                            new String[] {
                                Long.toString(made.number()),
                                Long.toString(made.stableSnapshot()),
                                HumanNumber.bytes(made.bytes()),
                                HumanNumber.duration(made.durationMs()),
                                HumanNumber.duration(made.pauseMs()),
                                made.directory()
                            }));
        }
    }

    /** {@code wukongs check}. */
    @Command(
            name = "check",
            description = {
                "Verifies all data of a store, which answers nothing else meanwhile.",
                "With --data-dir, verifies the files of a store that does not run."
            },
            mixinStandardHelpOptions = true)
    static final class Check extends Remote {

        @Option(
                names = "--data-dir",
                paramLabel = "DIR",
                description =
                        "Verify the checkpoints and the log of this directory instead. No store may"
                                + " use it. Nothing is changed.")
        private Path dataDirectory;

        @Override
        boolean runsAlone() {
            if (dataDirectory == null) {
                return false;
            }
            PrintWriter out = spec.commandLine().getOut();
            PrintWriter err = spec.commandLine().getErr();
            DataCheck check =
                    DataCheck.of(dataDirectory, new StartProgress(System::nanoTime, err::println));
            check.lines().forEach(out::println);
            out.flush();
            if (!check.problems().isEmpty()) {
                throw new UnsoundStoreException(dataDirectory, check.problems());
            }
            return true;
        }

        @Override
        void run(StoreClient client) {
            StoreCheck check = client.check();
            if (!check.isSound()) {
                throw new UnsoundStoreException(check);
            }
            spec.commandLine().getOut().println("sound: " + check.sizes());
        }
    }
}
