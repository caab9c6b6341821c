package org.wukongs.benchmarks.lubm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.wukongs.benchmarks.engine.EngineName;
import org.wukongs.benchmarks.lubm.LubmReport.Settings;
import org.wukongs.benchmarks.measure.OptionChecks;
import org.wukongs.benchmarks.measure.ReportOptions;
import org.wukongs.benchmarks.measure.ScratchFolder;
import org.wukongs.benchmarks.worker.WorkerProcess;
import org.wukongs.error.WukongsException;
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

    @Option(
            names = "--data",
            paramLabel = "FILE",
            description = "A LUBM graph, .nt .nt.gz .nt.zst (default: that of --scale).")
    private Path data;

    @Option(
            names = "--scale",
            paramLabel = "1|40",
            defaultValue = "1",
            description = "LUBM-1 or LUBM-40 of --bench-dir (default ${DEFAULT-VALUE}).")
    private int scale;

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

    @Mixin private ReportOptions report;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        List<EngineName> engines = checkedEngines();
        LubmScale known = data == null ? knownScale() : null;
        Path source = known == null ? data : report.data(known.file());
        if (known != null && !Files.isRegularFile(source)) {
            System.out.println("skipped: " + source + " not found");
            return 0;
        }
        List<String> skipped = new ArrayList<>();
        if (engines.contains(EngineName.OXIGRAPH) && !WorkerProcess.oxigraphAvailable()) {
            engines.remove(EngineName.OXIGRAPH);
            skipped.add("oxigraph: python3 with pyoxigraph not found");
        }
        try (ScratchFolder scratch = new ScratchFolder()) {
            Path folder = scratch.path();
            WorkerProcess process = new WorkerProcess(folder, heap, heapWukongs, engineMinutes);
            LubmReport result =
                    new LubmRun(
                                    settings(process, engines),
                                    process,
                                    engines,
                                    spec.commandLine().getErr())
                            .run(
                                    source,
                                    LubmData.prepare(source, folder),
                                    known == null ? null : known.rows(),
                                    report.note(),
                                    skipped);
            return publish(result, known);
        }
    }

    /** Writes and prints everything, also of a run that failed. */
    private int publish(LubmReport result, LubmScale known) throws IOException {
        String name = known == null ? "lubm" : "lubm-" + known.universities();
        report.publish(name, result.date(), result, LubmTable.of(result), Map.of());
        ReportOptions.failOn(result.failures());
        return 0;
    }

    private Settings settings(WorkerProcess process, List<EngineName> engines) {
        Map<String, List<String>> jvmFlags = new LinkedHashMap<>();
        for (EngineName engine : engines) {
            if (engine.java()) {
                jvmFlags.put(engine.toString(), process.jvmFlags(engine));
            }
        }
        return new Settings(
                jvmFlags,
                seed,
                rounds,
                repeat,
                warmUpSeconds,
                querySeconds,
                mixSeconds,
                MIX_QUERIES);
    }

    private LubmScale knownScale() {
        try {
            return LubmScale.of(scale);
        } catch (WukongsException e) {
            throw new OptionChecks(spec).wrong(e.getMessage());
        }
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
