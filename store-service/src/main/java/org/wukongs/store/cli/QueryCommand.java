package org.wukongs.store.cli;

import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.agrona.concurrent.SystemNanoClock;
import org.wukongs.client.StoreClient;
import org.wukongs.csparql.CsparqlSyntaxException;
import org.wukongs.error.WukongsException;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.store.node.StoreNode;
import org.wukongs.store.server.HelperThreads;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code wukongs query}. */
@Command(
        name = "query",
        description =
                "Runs one-shot SPARQL queries on files, which it loads into an in-process store, or"
                        + " in a running store.",
        mixinStandardHelpOptions = true)
final class QueryCommand implements Callable<Integer> {

    /** The most runs of a query: the time of each is kept for the median. */
    private static final int REPEAT_MAX = 1_000_000;

    private static final double NS_PER_MS = 1e6;

    /** Options without meaning for a running store. */
    private static final List<String> OF_FILES =
            List.of("--data", "--graph", "--skip-bad", "--load-threads", "--store-memory");

    @Mixin private DataOptions data;

    @Mixin private ClientSecurityOptions security;

    @Option(
            names = "--store",
            paramLabel = "HOST:PORT[,HOST:PORT…]",
            description = "A running store, or nodes of a cluster, to query instead of files.")
    private String store; // null for files

    @Option(
            names = "--query",
            arity = "1..*",
            paramLabel = "FILE",
            description = "Files with one SPARQL query each.")
    private List<Path> files = new ArrayList<>();

    @Option(names = "-e", paramLabel = "TEXT", description = "A SPARQL query.")
    private List<String> texts = new ArrayList<>();

    @Option(
            names = "--format",
            defaultValue = "table",
            description =
                    "${COMPLETION-CANDIDATES} (default ${DEFAULT-VALUE}). count: FILE, rows,"
                            + " median ms.")
    private ResultFormat format;

    @Option(names = "--time", description = "Report load and query times on standard error.")
    private boolean time;

    @Option(
            names = "--explain",
            description = "Execute each query, and print its plan with rows and time of each step.")
    private boolean explain;

    @Option(
            names = "--repeat",
            paramLabel = "N",
            defaultValue = "1",
            description = "Run each query N times (default ${DEFAULT-VALUE}).")
    private int repeat;

    @Option(
            names = "--store-memory",
            paramLabel = "SIZE",
            defaultValue = "4g",
            converter = ByteSize.class,
            description =
                    "Off-heap memory of all stored graphs, without strings (default"
                            + " ${DEFAULT-VALUE}).")
    private long storeMemoryBytes;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() {
        checkUsage();
        List<QueryText> queries = new ArrayList<>();
        files.forEach(file -> queries.add(QueryText.read(file)));
        texts.forEach(text -> queries.add(new QueryText("-e", text)));
        if (store == null) {
            queryFiles(queries);
        } else {
            queryStore(queries);
        }
        return Wukongs.DONE;
    }

    private void checkUsage() {
        CommandLine command = spec.commandLine();
        if (store == null && data.isEmpty()) {
            throw new ParameterException(command, "query needs --data, --graph or --store");
        }
        if (store != null) {
            for (String option : OF_FILES) {
                if (command.getParseResult().hasMatchedOption(option)) {
                    throw new ParameterException(
                            command, option + " is for files, --store queries a running store");
                }
            }
        }
        if (files.isEmpty() && texts.isEmpty()) {
            throw new ParameterException(command, "query needs --query or -e");
        }
        OptionBounds.check("--repeat", repeat, 1, REPEAT_MAX);
        data.checkBounds();
        OptionBounds.checkStoreMemory(storeMemoryBytes);
    }

    private void queryFiles(List<QueryText> queries) {
        StoreConfig config = StoreConfig.builder().storeMemoryBytes(storeMemoryBytes).build();
        try (StoreNode node =
                new StoreNode(config, new SystemNanoClock(), HelperThreads.helpers(config))) {
            data.load(node, DataOptions.cores(), time, spec.commandLine().getErr());
            run(
                    queries,
                    new QueryAnswer.Engine() {
                        @Override
                        public QueryAnswer answer(String sparql) {
                            return QueryAnswer.of(node.rows(sparql));
                        }

                        @Override
                        public String explain(String sparql) {
                            return node.explain(sparql, true).toText();
                        }
                    });
        }
    }

    private void queryStore(List<QueryText> queries) {
        try (StoreClient client = RemoteCommands.connect(store, security)) {
            run(
                    queries,
                    new QueryAnswer.Engine() {
                        @Override
                        public QueryAnswer answer(String sparql) {
                            return QueryAnswer.of(client.query(sparql));
                        }

                        @Override
                        public String explain(String sparql) {
                            return client.explain(sparql, true).toText();
                        }
                    });
        }
    }

    private void run(List<QueryText> queries, QueryAnswer.Engine engine) {
        OutputStream out = new WriterOutputStream(spec.commandLine().getOut());
        for (QueryText query : queries) {
            try {
                run(query, engine, out);
            } catch (WukongsException e) {
                // A store's error about a text is not a CsparqlSyntaxException here.
                boolean located = store != null || e instanceof CsparqlSyntaxException;
                throw located ? query.locate(e) : e;
            }
        }
    }

    private void run(QueryText query, QueryAnswer.Engine engine, OutputStream out) {
        if (explain) {
            spec.commandLine().getOut().print(engine.explain(query.text()));
            return;
        }
        double[] runsMs = new double[repeat];
        for (int i = 0; i < repeat - 1; i++) {
            try (QueryAnswer answer = engine.answer(query.text())) {
                runsMs[i] = answer.engineNs() / NS_PER_MS;
            }
        }
        try (QueryAnswer answer = engine.answer(query.text())) {
            runsMs[repeat - 1] = answer.engineNs() / NS_PER_MS;
            Arrays.sort(runsMs);
            double medianMs = runsMs[repeat / 2];
            format.write(query.source(), answer, medianMs, out);
            report("%s: rows=%d median ms=%.3f", query.source(), answer.size(), medianMs);
        }
    }

    private void report(String text, Object... facts) {
        if (time) {
            spec.commandLine().getErr().println(String.format(Locale.ROOT, text, facts));
        }
    }
}
