package org.wukongs.benchmarks.lubm;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.wukongs.benchmarks.engine.EngineName;
import org.wukongs.benchmarks.engine.WorkerProcess;
import org.wukongs.benchmarks.engine.WorkerResult;
import org.wukongs.benchmarks.engine.WorkerTask;
import org.wukongs.benchmarks.measure.BenchDirOption;
import org.wukongs.benchmarks.measure.Benchmark;
import org.wukongs.benchmarks.measure.Rounds;
import org.wukongs.benchmarks.result.Recorder;
import org.wukongs.benchmarks.result.ResultFiles;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code wukongs bench lubm}. */
@Command(
        name = "lubm",
        description = {
            "The seven LUBM queries of the Wukong paper, a mix of the light ones, loading and memory: this store"
                    + " and others, each in a process of its own, one at a time.",
            "Fails where engines disagree about rows."
        })
public final class LubmCommand extends Benchmark {

    /** A few hundred distinct texts: no engine lives off a cache of the last query. */
    private static final int MIX_QUERIES = 300;

    private static final String NO_PEERS = "none";
    private static final String PEERS_WRONG =
            "--peers takes rdf4j, jena, jena_txn, oxigraph or none: peer=";

    @Mixin private GraphOptions graph;
    @Mixin private BenchDirOption benchDir;

    @Option(names = "--repeat", description = "Measured runs of a query in each round.")
    private int repeat = 200;

    @Option(
            names = "--rounds",
            description = "Fresh processes of each engine; every second round in reverse order.")
    private int rounds = 2;

    @Option(names = "--peers", description = "Other stores, or none.")
    private String peers = "rdf4j,jena,oxigraph";

    @Option(names = "--heap", description = "Heap of each other store, as -Xmx takes it.")
    private String heap = "6g";

    @Option(
            names = "--heap-wukongs",
            description = "Heap of this store, whose data is outside of it.")
    private String heapWukongs = "512m";

    @Option(
            names = "--warmup-seconds",
            description = "Warm-up of a query that does not become stable.")
    private double warmUpSeconds = 10;

    @Option(names = "--query-seconds", description = "Measuring of a query ends after this time.")
    private double querySeconds = 20;

    @Option(names = "--mix-seconds", description = "Measuring of the mix.")
    private double mixSeconds = 10;

    @Option(names = "--engine-minutes", description = "An engine that takes longer fails.")
    private long engineMinutes = 30;

    @Option(names = "--seed", description = "Of the mix's constants.")
    private long seed = 1;

    @Override
    protected void measure(Recorder recorder, Path scratch) throws IOException {
        List<EngineName> engines = engines();
        GraphOptions.Scale known = graph.known();
        Path plain = graph.plain(known, benchDir, scratch, recorder);
        if (plain == null) {
            return;
        }
        recorder.setting("mixQueries", MIX_QUERIES);
        WorkerProcess.skipMissing(engines, recorder);
        if (known != null) {
            recorder.fileName("lubm-" + known.universities());
        }
        Map<EngineName, List<WorkerResult>> results =
                measure(LubmData.read(plain), engines, scratch, recorder);
        long[] rows = known == null ? null : known.rows();
        Agreement.failures(results, rows).forEach(recorder::fail);
        LubmTables.of(results).forEach(recorder::table);
    }

    private Map<EngineName, List<WorkerResult>> measure(
            LubmData data, List<EngineName> engines, Path folder, Recorder recorder)
            throws IOException {
        WorkerProcess process = new WorkerProcess(folder, heap, heapWukongs, engineMinutes);
        process.recordFlags(engines, recorder);
        Path task = folder.resolve("task.json");
        ResultFiles.write(
                task,
                new WorkerTask(
                        data.nTriples().toString(),
                        LubmQueries.all(),
                        LubmQueries.lightMix(data, seed, MIX_QUERIES),
                        List.of(),
                        repeat,
                        warmUpSeconds,
                        querySeconds,
                        mixSeconds));
        return Rounds.run(rounds, engines, recorder, engine -> process.run(engine, task));
    }

    private List<EngineName> engines() {
        List<EngineName> engines = new ArrayList<>(List.of(EngineName.WUKONGS));
        for (String peer : peers.equals(NO_PEERS) ? new String[0] : peers.split(",", -1)) {
            String wanted = peer.strip().toLowerCase(Locale.ROOT);
            EngineName name =
                    Arrays.stream(EngineName.values())
                            .filter(one -> !one.own() && one.toString().equals(wanted))
                            .findAny()
                            .orElseThrow(() -> wrong(PEERS_WRONG + wanted));
            if (engines.contains(name)) {
                throw wrong("--peers names a store twice: peer=" + name);
            }
            engines.add(name);
        }
        return engines;
    }
}
