package org.wukongs.benchmarks.http;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.wukongs.benchmarks.engine.NamedQuery;
import org.wukongs.benchmarks.http.SparqlServer.Name;
import org.wukongs.benchmarks.lubm.GraphOptions;
import org.wukongs.benchmarks.lubm.LubmQueries;
import org.wukongs.benchmarks.measure.BenchDirOption;
import org.wukongs.benchmarks.measure.Benchmark;
import org.wukongs.benchmarks.measure.Rounds;
import org.wukongs.benchmarks.measure.Statistics;
import org.wukongs.benchmarks.measure.Units;
import org.wukongs.benchmarks.result.Recorder;
import org.wukongs.benchmarks.result.Table;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code wukongs bench http}. */
@Command(
        name = "http",
        description = {
            "From the text of LUBM queries to the bytes of their answers: in process, and over HTTP beside Apache Jena"
                    + " Fuseki and Oxigraph, each server in a process of its own; and what live results cost for many"
                    + " readers.",
            "Fails where servers disagree about the number of rows."
        })
public final class HttpCommand extends Benchmark {

    private static final int MIX_QUERIES = 300;

    /** Where Maven keeps Fuseki's server with all that it needs; nothing here depends on it. */
    private static final String FUSEKI_JAR =
            ".m2/repository/org/apache/jena/jena-fuseki-server/%1$s/jena-fuseki-server-%1$s.jar";

    private static final String FUSEKI_VERSION = "5.6.0";

    private static final String FUSEKI_HINT =
            "mvn dependency:get -Dtransitive=false"
                    + " -Dartifact=org.apache.jena:jena-fuseki-server:"
                    + FUSEKI_VERSION;

    private static final String OXIGRAPH_PROGRAM = ".cargo/bin/oxigraph";

    private static final String OXIGRAPH_HINT = "cargo install oxigraph-cli --locked";

    @Mixin private final GraphOptions graph = new GraphOptions(40);
    @Mixin private BenchDirOption benchDir;

    @Option(
            names = "--peers",
            split = ",",
            description = "Other servers: fuseki, oxigraph; or none.")
    private List<String> peers = List.of("fuseki", "oxigraph");

    @Option(
            names = "--fuseki",
            description =
                    "Fuseki's server jar (default: jena-fuseki-server in the local Maven"
                            + " repository).")
    private Path fuseki;

    @Option(
            names = "--oxigraph",
            description = "Oxigraph's program (default: oxigraph in ~/.cargo/bin).")
    private Path oxigraph;

    @Option(names = "--heap", description = "Heap of Fuseki, as -Xmx takes it.")
    private String heap = "6g";

    @Option(names = "--heap-wukongs", description = "Heap of this store.")
    private String heapWukongs = "512m";

    @Option(
            names = "--rounds",
            description = "Fresh processes of each server; every second round in reverse order.")
    private int rounds = 2;

    @Option(names = "--warmup-seconds", description = "Warm-up of each query, and of the mix.")
    private double warmUpSeconds = 5;

    @Option(names = "--query-seconds", description = "Measuring of each query.")
    private double querySeconds = 5;

    @Option(
            names = "--connections",
            description = "Connections of the mix (default: one for each core).")
    private int connections = Runtime.getRuntime().availableProcessors();

    @Option(names = "--live-windows", description = "Windows that live readers read.")
    private int liveWindows = 400;

    @Option(names = "--seed", description = "Of the mix's constants.")
    private long seed = 1;

    @Override
    protected void measure(Recorder recorder, Path scratch) throws IOException {
        GraphOptions.Scale known = graph.known();
        Path plain = graph.plain(known, benchDir, scratch, recorder);
        if (plain == null) {
            return;
        }
        recorder.jvmFlags("this process", jvmFlags());
        List<NamedQuery> queries = LubmQueries.all();
        List<NamedQuery> mix = LubmQueries.lightMix(plain, seed, MIX_QUERIES);
        recorder.say("in process");
        ProcessPhase.run(plain, queries, mix, warmUpSeconds, querySeconds, recorder);
        Map<Name, List<ServerFigures>> results =
                Rounds.run(
                        rounds,
                        servers(recorder),
                        recorder,
                        name -> measure(name, plain, scratch, queries, mix));
        tables(results, recorder);
        LivePhase.run(scratch, heapWukongs, liveWindows, recorder);
    }

    private List<Name> servers(Recorder recorder) {
        List<Name> servers = new ArrayList<>(List.of(Name.WUKONGS));
        List<String> skipped = new ArrayList<>();
        for (String peer : peers) {
            switch (peer) {
                case "fuseki" -> add(Name.FUSEKI, fusekiJar(), FUSEKI_HINT, servers, skipped);
                case "oxigraph" -> add(Name.OXIGRAPH, oxigraph(), OXIGRAPH_HINT, servers, skipped);
                case "none" -> {
                    // this store alone
                }
                default -> throw wrong("--peers takes fuseki, oxigraph or none: peer=" + peer);
            }
        }
        if (!skipped.isEmpty()) {
            recorder.setting("skipped", skipped);
        }
        return servers;
    }

    private static void add(
            Name name, Path needed, String hint, List<Name> servers, List<String> skipped) {
        if (Files.isRegularFile(needed)) {
            servers.add(name);
        } else {
            skipped.add(name.toString());
            System.out.println("skipped: " + name + ", get it by " + hint);
        }
    }

    private Path oxigraph() {
        return oxigraph != null
                ? oxigraph
                : Path.of(System.getProperty("user.home")).resolve(OXIGRAPH_PROGRAM);
    }

    private Path fusekiJar() {
        return fuseki != null
                ? fuseki
                : Path.of(System.getProperty("user.home"))
                        .resolve(FUSEKI_JAR.formatted(FUSEKI_VERSION));
    }

    private ServerFigures measure(
            Name name, Path plain, Path scratch, List<NamedQuery> queries, List<NamedQuery> mix)
            throws IOException {
        try (SparqlServer server =
                switch (name) {
                    case WUKONGS -> SparqlServer.wukongs(scratch, heapWukongs, plain);
                    case FUSEKI -> SparqlServer.fuseki(scratch, heap, fusekiJar(), plain);
                    case OXIGRAPH -> SparqlServer.oxigraph(scratch, oxigraph(), plain);
                }) {
            return new ServerRun(
                            server.endpoint(),
                            queries,
                            mix,
                            connections,
                            warmUpSeconds,
                            querySeconds)
                    .measure();
        }
    }

    private void tables(Map<Name, List<ServerFigures>> results, Recorder recorder) {
        Table queries =
                new Table("http", "Over HTTP to JSON, on one connection: medians", "server");
        Table mix = new Table("httpMix", "The light mix over HTTP to JSON");
        List<ServerFigures> own = results.get(Name.WUKONGS);
        for (NamedQuery query : LubmQueries.all()) {
            results.forEach(
                    (name, figures) -> {
                        long rows = figures.get(0).rows().get(query.name());
                        if (own != null && own.get(0).rows().get(query.name()) != rows) {
                            recorder.fail("other rows: query=" + query.name() + " server=" + name);
                        }
                        queries.row()
                                .cell("query", query.name())
                                .cell("rows", rows)
                                .cell("server", name.toString())
                                .cell("medianUs", "µs", medianUs(figures, query.name()));
                    });
        }
        results.forEach(
                (name, figures) -> {
                    double perSecond = Statistics.median(figures, ServerFigures::mixPerSecond);
                    if (own != null && own.get(0).mixRows() != figures.get(0).mixRows()) {
                        recorder.fail("other rows of the mix: server=" + name);
                    }
                    double ownPerSecond =
                            own == null
                                    ? Double.NaN
                                    : Statistics.median(own, ServerFigures::mixPerSecond);
                    mix.row()
                            .cell("server", name.toString())
                            .cell("connections", connections)
                            .cell("perSecond", "requests/s", perSecond)
                            .cell("mixFactor", "wukongs is faster, mix", ownPerSecond / perSecond)
                            .cell("queryFactor", "Q1-Q7, geometric mean", factor(own, figures));
                });
        recorder.table(queries);
        recorder.table(mix.note("to reach: 15,000 requests/s, and 5x the best other server"));
    }

    private static double medianUs(List<ServerFigures> figures, String query) {
        return Statistics.median(figures, of -> of.medianNs().get(query) / Units.NS_PER_US);
    }

    private static double factor(List<ServerFigures> own, List<ServerFigures> other) {
        if (own == null) {
            return Double.NaN;
        }
        double logs = 0;
        for (NamedQuery query : LubmQueries.all()) {
            logs += Math.log(medianUs(other, query.name()) / medianUs(own, query.name()));
        }
        return Math.exp(logs / LubmQueries.all().size());
    }
}
