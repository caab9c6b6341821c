package org.wukongs.store.cli;

import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.agrona.concurrent.SystemNanoClock;
import org.wukongs.csparql.CsparqlSyntaxException;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.store.node.StoreNode;
import org.wukongs.store.plan.OneShotRows;
import org.wukongs.store.server.HelperThreads;
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
                "Loads files into an in-process store and runs one-shot SPARQL queries on them.",
        mixinStandardHelpOptions = true)
final class QueryCommand implements Callable<Integer> {

    /** The most runs of a query: the time of each is kept for the median. */
    private static final int REPEAT_MAX = 1_000_000;

    private static final double NS_PER_MS = 1e6;

    @Mixin private DataOptions data;

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
        if (data.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "query needs --data or --graph");
        }
        if (files.isEmpty() && texts.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "query needs --query or -e");
        }
        OptionBounds.check("--repeat", repeat, 1, REPEAT_MAX);
        data.checkBounds();
        OptionBounds.checkStoreMemory(storeMemoryBytes);
        List<QueryText> queries = new ArrayList<>();
        files.forEach(file -> queries.add(QueryText.read(file)));
        texts.forEach(text -> queries.add(new QueryText("-e", text)));
        StoreConfig config = StoreConfig.builder().storeMemoryBytes(storeMemoryBytes).build();
        try (StoreNode node =
                new StoreNode(config, new SystemNanoClock(), HelperThreads.helpers(config))) {
            data.load(node, DataOptions.cores(), time, spec.commandLine().getErr());
            OutputStream out = new WriterOutputStream(spec.commandLine().getOut());
            for (QueryText query : queries) {
                run(node, query, out);
            }
        }
        return Wukongs.DONE;
    }

    private void run(StoreNode node, QueryText query, OutputStream out) {
        double[] runsMs = new double[repeat];
        try {
            if (explain) {
                spec.commandLine().getOut().print(node.explain(query.text(), true).toText());
                return;
            }
            for (int i = 0; i < repeat - 1; i++) {
                try (OneShotRows rows = node.rows(query.text())) {
                    runsMs[i] = rows.engineNs() / NS_PER_MS;
                }
            }
            try (OneShotRows rows = node.rows(query.text())) {
                runsMs[repeat - 1] = rows.engineNs() / NS_PER_MS;
                Arrays.sort(runsMs);
                double medianMs = runsMs[repeat / 2];
                format.write(query.source(), rows, medianMs, out);
                report("%s: rows=%d median ms=%.3f", query.source(), rows.size(), medianMs);
            }
        } catch (CsparqlSyntaxException e) {
            throw query.locate(e);
        }
    }

    private void report(String text, Object... facts) {
        if (time) {
            spec.commandLine().getErr().println(String.format(Locale.ROOT, text, facts));
        }
    }
}
