package org.wukongs.benchmarks.lubm;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.wukongs.benchmarks.engine.EngineName;
import org.wukongs.benchmarks.measure.OptionChecks;
import org.wukongs.benchmarks.measure.Rounds;
import org.wukongs.benchmarks.measure.ScratchFolder;
import org.wukongs.benchmarks.result.Recorder;
import org.wukongs.benchmarks.result.ResultFiles;
import org.wukongs.benchmarks.result.ResultOptions;
import org.wukongs.benchmarks.worker.WorkerProcess;
import org.wukongs.benchmarks.worker.WorkerResult;
import org.wukongs.benchmarks.worker.WorkerTask;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code wukongs bench lubm}. */
@Command(
        name = "lubm",
        description = {
            "The seven LUBM queries of the Wukong paper, a mix of the light ones, loading and memory: this store"
                    + " and others, each in a process of its own, one at a time.",
            "Fails where engines disagree about rows."
        },
        mixinStandardHelpOptions = true)
public final class LubmCommand implements Callable<Integer> {

    /** A few hundred distinct texts: no engine lives off a cache of the last query. */
    private static final int MIX_QUERIES = 300;

    private static final String NO_PEERS = "none";

    @Mixin private GraphOptions graph;

    @Option(
            names = "--repeat",
            paramLabel = "N",
            defaultValue = "200",
            description = "Measured runs of a query in each round (default ${DEFAULT-VALUE}).")
    private int repeat;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "2",
            description =
                    "Fresh processes of each engine; every second round in reverse order (default ${DEFAULT-VALUE}).")
    private int rounds;

    @Option(
            names = "--peers",
            paramLabel = "LIST",
            defaultValue = "rdf4j,jena,oxigraph",
            description = "Other stores, or none (default ${DEFAULT-VALUE}).")
    private String peers;

    @Option(
            names = "--heap",
            paramLabel = "SIZE",
            defaultValue = "6g",
            description = "Heap of each other store, as -Xmx takes it (default ${DEFAULT-VALUE}).")
    private String heap;

    @Option(
            names = "--heap-wukongs",
            paramLabel = "SIZE",
            defaultValue = "512m",
            description =
                    "Heap of this store, whose data is outside of it (default ${DEFAULT-VALUE}).")
    private String heapWukongs;

    @Option(
            names = "--warmup-seconds",
            paramLabel = "S",
            defaultValue = "10",
            description =
                    "Warm-up of a query that does not become stable (default ${DEFAULT-VALUE}).")
    private double warmUpSeconds;

    @Option(
            names = "--query-seconds",
            paramLabel = "S",
            defaultValue = "20",
            description = "Measuring of a query ends after this time (default ${DEFAULT-VALUE}).")
    private double querySeconds;

    @Option(
            names = "--mix-seconds",
            paramLabel = "S",
            defaultValue = "10",
            description = "Measuring of the mix (default ${DEFAULT-VALUE}).")
    private double mixSeconds;

    @Option(
            names = "--engine-minutes",
            paramLabel = "M",
            defaultValue = "30",
            description =
                    "An engine that takes longer in a round fails (default ${DEFAULT-VALUE}).")
    private long engineMinutes;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Of the mix's constants (default ${DEFAULT-VALUE}).")
    private long seed;

    @Mixin private ResultOptions output;
    @Spec private CommandSpec spec;

    /** How it was measured; {@code mixQueries} is how many queries the mix has. */
    private record Settings(
            long seed,
            int rounds,
            int repeat,
            double warmUpSeconds,
            double querySeconds,
            double mixSeconds,
            int mixQueries) {}

    @Override
    public Integer call() throws IOException {
        List<EngineName> engines = checkedEngines();
        LubmScale known = graph.known(new OptionChecks(spec));
        Path source = graph.source(known);
        if (source == null) {
            return 0;
        }
        Recorder recorder = new Recorder("lubm", spec.commandLine().getErr());
        recorder.data(source.getFileName().toString());
        recorder.settings(
                new Settings(
                        seed,
                        rounds,
                        repeat,
                        warmUpSeconds,
                        querySeconds,
                        mixSeconds,
                        MIX_QUERIES));
        if (engines.contains(EngineName.OXIGRAPH) && !WorkerProcess.oxigraphAvailable()) {
            engines.remove(EngineName.OXIGRAPH);
            recorder.setting("skipped", "oxigraph: python3 with pyoxigraph not found");
        }
        try (ScratchFolder scratch = new ScratchFolder()) {
            measure(
                    LubmData.read(GraphOptions.plain(source, scratch.path())),
                    known,
                    engines,
                    scratch.path(),
                    recorder);
        }
        output.publish(known == null ? "lubm" : "lubm-" + known.universities(), recorder);
        return 0;
    }

    private void measure(
            LubmData data,
            LubmScale known,
            List<EngineName> engines,
            Path folder,
            Recorder recorder) {
        WorkerProcess process = new WorkerProcess(folder, heap, heapWukongs, engineMinutes);
        for (EngineName engine : engines) {
            if (engine.java()) {
                recorder.jvmFlags(engine.toString(), process.jvmFlags(engine));
            }
        }
        Path taskFile = folder.resolve("task.json");
        ResultFiles.write(
                taskFile,
                new WorkerTask(
                        data.nTriples().toString(),
                        LubmQueries.all(),
                        LubmQueries.lightMix(data, seed, MIX_QUERIES),
                        repeat,
                        warmUpSeconds,
                        querySeconds,
                        mixSeconds));
        Map<EngineName, List<WorkerResult>> results =
                Rounds.run(rounds, engines, recorder, engine -> process.run(engine, taskFile));
        Agreement.failures(results, known == null ? null : known.rows()).forEach(recorder::fail);
        LubmTables.of(results).forEach(recorder::table);
    }

    private List<EngineName> checkedEngines() {
        OptionChecks check = new OptionChecks(spec);
        check.atLeastOne("--repeat", repeat);
        check.atLeastOne("--rounds", rounds);
        check.atLeastOne("--engine-minutes", engineMinutes);
        check.aboveZero("--warmup-seconds", warmUpSeconds);
        check.aboveZero("--query-seconds", querySeconds);
        check.aboveZero("--mix-seconds", mixSeconds);
        check.size("--heap", heap);
        check.size("--heap-wukongs", heapWukongs);
        List<EngineName> engines = new ArrayList<>(List.of(EngineName.WUKONGS));
        if (!peers.equals(NO_PEERS)) {
            for (String peer : peers.split(",", -1)) {
                EngineName name = peer(peer.strip());
                if (engines.contains(name)) {
                    throw new OptionChecks(spec).wrong("--peers names a store twice: peer=" + name);
                }
                engines.add(name);
            }
        }
        return engines;
    }

    private EngineName peer(String text) {
        for (EngineName name : EngineName.values()) {
            if (name != EngineName.WUKONGS
                    && name.toString().equals(text.toLowerCase(Locale.ROOT))) {
                return name;
            }
        }
        throw new OptionChecks(spec)
                .wrong("--peers takes rdf4j, jena, oxigraph or none: peer=" + text);
    }
}
